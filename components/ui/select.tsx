"use client";

import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";
import { useFieldAttributes } from "./field-context";

/** The platform's own list: works on phones, with a keyboard and without JavaScript. Children are `<option>`s. */
export function Select({ className, id, required, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cn("relative block", className)}>
      <select
        className={cn(controlStyle, "h-8 appearance-none truncate pr-8")}
        {...useFieldAttributes({ id, required })}
        {...rest}
      >
        {children}
      </select>
      <ChevronsUpDown aria-hidden className="pointer-events-none absolute top-2 right-2 size-4 text-faint" />
    </span>
  );
}
