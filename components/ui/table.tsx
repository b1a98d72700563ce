import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { SCROLLABLE } from "./scrollable";

/** A table that scrolls sideways by itself on a phone. `label` names it for assistive technology. */
export function Table({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="overflow-x-auto" {...SCROLLABLE}>
      <table className={cn("w-full border-collapse text-left text-[0.8125rem]", className)}>{children}</table>
    </section>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-line border-b bg-sunken">
      <tr>{children}</tr>
    </thead>
  );
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...props} />;
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={cn("border-line border-b last:border-b-0 hover:bg-hover/60", className)} {...rest} />;
}

/** `numeric` aligns right with figures of one width, here and in `TableCell`. */
export function TableHeader({ numeric = false, className, ...rest }: ComponentProps<"th"> & { numeric?: boolean }) {
  return (
    <th
      scope="col"
      className={cn("whitespace-nowrap px-4 py-2 font-medium text-muted text-xs", numeric && "text-right", className)}
      {...rest}
    />
  );
}

export function TableCell({ numeric = false, className, ...rest }: ComponentProps<"td"> & { numeric?: boolean }) {
  return <td className={cn("px-4 py-2 align-middle", numeric && "text-right tabular-nums", className)} {...rest} />;
}
