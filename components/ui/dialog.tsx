"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button";
import { cn } from "./cn";

/** `<Dialog open onOpenChange><DialogTrigger asChild>…</DialogTrigger><DialogContent title=…>…</DialogContent></Dialog>` */
export const Dialog = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

export interface DialogContentProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, at the end. Inside a form put them into the children instead. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  className?: string;
  children?: ReactNode;
}

const SIZES = { small: "max-w-md", medium: "max-w-xl", large: "max-w-4xl" } as const;

/** The window itself: a focus trap with a title; Escape and the cross close it. */
export function DialogContent({ title, description, footer, size = "small", className, children }: DialogContentProps) {
  const t = useTranslations("ui");
  const unlessDescribed = description ? {} : { "aria-describedby": undefined };
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/45" />
      <Radix.Content
        {...unlessDescribed}
        className={cn(
          "-translate-x-1/2 fixed top-[max(1rem,8vh)] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl border border-line-strong bg-raised shadow-large",
          SIZES[size],
          className,
        )}
      >
        <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <div className="grid gap-1">
            <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
            {description ? <Radix.Description className="text-muted text-sm">{description}</Radix.Description> : null}
          </div>
          <Radix.Close asChild>
            <Button variant="ghost" size="icon" aria-label={t("close")} className="-mt-1 -mr-2">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </div>
        <div className="overflow-y-auto px-5 pb-5">{children}</div>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-2 border-line border-t bg-sunken px-5 py-3">{footer}</div>
        ) : null}
      </Radix.Content>
    </Radix.Portal>
  );
}
