import type { ComponentProps } from "react";
import { type ButtonStyle, buttonStyle } from "./button-style";
import { cn } from "./cn";

export type ButtonProps = ComponentProps<"button"> & ButtonStyle;

/** A plain button; `type="button"` unless said otherwise. An icon alone (`size="icon"`) needs an `aria-label`. */
export function Button({ variant, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonStyle({ variant, size }), className)} {...rest} />;
}
