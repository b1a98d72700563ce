import { cva, type VariantProps } from "class-variance-authority";

/** The look of a button, shared by `Button`, `LinkButton` and `SubmitButton`. One primary a page. */
export const buttonStyle = cva(
  [
    "inline-flex items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors select-none",
    "disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "bg-accent text-on-accent shadow-small enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover",
        secondary:
          "border border-line-strong bg-surface text-ink shadow-small enabled:hover:bg-hover [a&]:hover:bg-hover",
        ghost: "text-muted enabled:hover:bg-hover enabled:hover:text-ink [a&]:hover:bg-hover [a&]:hover:text-ink",
        danger: "bg-danger-solid text-white shadow-small enabled:hover:bg-danger-solid-hover",
      },
      size: {
        small: "h-7 px-2.5 text-xs",
        medium: "h-8 px-3 text-[0.8125rem]",
        large: "h-10 px-4 text-sm",
        icon: "size-8",
      },
    },
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);

export type ButtonStyle = VariantProps<typeof buttonStyle>;
