"use client";

import { useFormatter, useNow } from "next-intl";
import { cn } from "./cn";

/** An instant: epoch ms, ISO text or a Date. */
export type Instant = number | string | Date;

const REFRESH_MS = 30_000;
const ABSOLUTE = { dateStyle: "medium", timeStyle: "long" } as const;

/** "3 minutes ago", kept up to date; the exact time in the workspace's zone on hover. */
export function RelativeTime({ at, className }: { at: Instant; className?: string }) {
  const format = useFormatter();
  const now = useNow({ updateInterval: REFRESH_MS });
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      title={format.dateTime(date, ABSOLUTE)}
      className={cn("whitespace-nowrap", className)}
    >
      {format.relativeTime(date, isBetween(now, date) ? date : now)}
    </time>
  );
}

/** Happened since `now` was last refreshed: else "in 3 seconds" would be said of what is over. */
const isBetween = (now: Date, date: Date): boolean => date > now && date.getTime() <= Date.now();

/** The exact time in the workspace's zone; `seconds` for timelines. */
export function AbsoluteTime({
  at,
  seconds = false,
  className,
}: {
  at: Instant;
  seconds?: boolean;
  className?: string;
}) {
  const format = useFormatter();
  const date = new Date(at);
  return (
    <time
      dateTime={date.toISOString()}
      title={format.dateTime(date, ABSOLUTE)}
      className={cn("whitespace-nowrap", className)}
    >
      {format.dateTime(date, { dateStyle: "medium", timeStyle: seconds ? "medium" : "short" })}
    </time>
  );
}
