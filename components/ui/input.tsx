"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";
import { useFieldAttributes } from "./field-context";

/** One line of text. Inside a `Field` it is labelled and described; elsewhere give it an `aria-label`. */
export function Input({ className, id, required, ...rest }: ComponentProps<"input">) {
  return (
    <input
      className={cn(controlStyle, "h-8 read-only:bg-sunken", className)}
      {...useFieldAttributes({ id, required })}
      {...rest}
    />
  );
}
