import { msSinceTick, SCHEDULER_TICK } from "@/lib/db/system";

/** The scheduler ticks each minute; after three without a tick nothing starts any more. */
const SILENT_AFTER_MS = 180_000;

export interface Health {
  database: "ok";
  /** When the scheduler last ticked, ISO (null before its first tick), and whether it has stopped. */
  scheduler: { lastTickAt: string | null; stopped: boolean };
}

/**
 * Whether the database answers and the scheduler ticks. A process that has just started gives the scheduler as long as a silent one.
 * @param upMs how long this process has been up @throws when the database does not answer
 */
export async function readHealth(upMs = process.uptime() * 1000, nowMs = Date.now()): Promise<Health> {
  const sinceMs = await msSinceTick(SCHEDULER_TICK);
  return {
    database: "ok",
    scheduler: {
      lastTickAt: sinceMs === null ? null : new Date(nowMs - sinceMs).toISOString(),
      stopped: Math.min(sinceMs ?? Number.POSITIVE_INFINITY, upMs) >= SILENT_AFTER_MS,
    },
  };
}
