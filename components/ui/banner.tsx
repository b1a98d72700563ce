import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "./cn";
import { TONE_SOFT } from "./tone";

export type BannerTone = "info" | "success" | "warning" | "danger";

const ICONS: Record<BannerTone, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
};

export interface BannerProps {
  tone: BannerTone;
  /** One theme: what is the case. */
  title: ReactNode;
  /** Why, and what happens next. */
  children?: ReactNode;
  /** What the reader can do: buttons or links. */
  action?: ReactNode;
  /** `alert` interrupts a screen reader: only for what just went wrong. */
  role?: "alert" | "status" | "region";
  className?: string;
}

/** A message about the page as a whole; one theme each. */
export function Banner({ tone, title, children, action, role, className }: BannerProps) {
  const Icon = ICONS[tone];
  const titleId = useId();
  const Box = role === "region" ? "section" : "div";
  return (
    <Box
      {...(role === "region" ? { "aria-labelledby": titleId } : { role })}
      className={cn(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border px-4 py-3 sm:flex-nowrap",
        TONE_SOFT[tone],
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 basis-56 gap-1">
        <p id={titleId} className="font-semibold text-sm">
          {title}
        </p>
        {children ? <div className="text-ink text-sm">{children}</div> : null}
      </div>
      {action ? <div className="flex shrink-0 flex-wrap items-center gap-2">{action}</div> : null}
    </Box>
  );
}
