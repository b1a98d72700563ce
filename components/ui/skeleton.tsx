import { cn } from "./cn";

/** A place where text or a figure will stand: still for those who want no motion, and silent for assistive technology. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn("block h-4 rounded bg-hover motion-safe:animate-pulse", className)} />;
}

/** A card with lines in it, such as a list that is being read. */
export function SkeletonRows({ rows, className }: { rows: number; className?: string }) {
  return (
    <div className={cn("grid gap-0 overflow-hidden rounded-lg border border-line bg-surface", className)}>
      {Array.from({ length: rows }, (_, index) => `row-${index}`).map((key) => (
        <div key={key} className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0">
          <Skeleton className="w-2/5" />
          <Skeleton className="hidden w-24 sm:block" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
