import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A link inside text or a table cell. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn(
        "font-medium text-accent-ink underline decoration-accent-line underline-offset-3 hover:decoration-current",
        className,
      )}
      {...rest}
    />
  );
}
