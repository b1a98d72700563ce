import { cn } from "./cn";

/** Room for what is still loading; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 animate-pulse rounded bg-hover", className)} />;
}
