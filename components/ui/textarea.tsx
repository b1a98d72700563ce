"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlStyle } from "./control-style";
import { useFieldAttributes } from "./field-context";

/** Several lines of text. */
export function Textarea({ className, id, required, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={cn(controlStyle, "py-1.5 read-only:bg-sunken", className)}
      {...useFieldAttributes({ id, required })}
      {...rest}
    />
  );
}
