"use client";

import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Not modal: the page behind stays readable for assistive technology, and does not jump. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}
export const DropdownMenuTrigger = Radix.Trigger;
export const DropdownMenuRadioGroup = Radix.RadioGroup;

const item =
  "relative flex w-full select-none items-center gap-2 rounded px-2 py-1.5 text-left text-[0.8125rem] text-ink outline-none data-disabled:text-faint data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted";

/** `portal={false}` keeps it inside the landmark of its trigger; only where nothing around it cuts it off. */
export function DropdownMenuContent({
  className,
  portal = true,
  sideOffset = 6,
  align = "end",
  ...rest
}: ComponentProps<typeof Radix.Content> & { portal?: boolean }) {
  const content = (
    <Radix.Content
      sideOffset={sideOffset}
      align={align}
      collisionPadding={8}
      className={cn("z-50 min-w-44 rounded-lg border border-line-strong bg-raised p-1 shadow-large", className)}
      {...rest}
    />
  );
  return portal ? <Radix.Portal>{content}</Radix.Portal> : content;
}

export function DropdownMenuItem({
  className,
  tone,
  ...rest
}: ComponentProps<typeof Radix.Item> & { tone?: "danger" }) {
  return (
    <Radix.Item
      className={cn(item, tone === "danger" && "text-danger-ink [&_svg]:text-danger-ink", className)}
      {...rest}
    />
  );
}

export function DropdownMenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn(item, "pr-8", className)} {...rest}>
      {children}
      <Radix.ItemIndicator className="absolute right-2">
        <Check aria-hidden />
      </Radix.ItemIndicator>
    </Radix.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn("px-2 py-1 text-muted text-xs", className)} {...rest} />;
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
}
