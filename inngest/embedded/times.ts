import { Cron } from "croner";

/** The server's own waits before attempt 2, 3, … in seconds (seen on `inngest start`; jitter comes on top). */
const BACKOFF_S = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200];
const MAX_JITTER = 0.2;

/**
 * When to try again after a failed attempt.
 * @param attempt the one that failed, from 0
 * @param retryAfter the SDK's `retry-after` header: seconds, or a date; it wins over the server's own backoff
 * @param random between 0 and 1
 */
export function retryAtMs(nowMs: number, attempt: number, retryAfter: string | null, random: number): number {
  if (retryAfter !== null) {
    const atMs = /^\d+$/.test(retryAfter) ? nowMs + Number(retryAfter) * 1000 : Date.parse(retryAfter);
    if (!Number.isNaN(atMs)) return atMs;
  }
  const waitS = BACKOFF_S[Math.min(attempt, BACKOFF_S.length - 1)] ?? 7200;
  return nowMs + Math.round(waitS * 1000 * (1 + MAX_JITTER * random));
}

const UNIT_MS: Record<string, number> = {
  ms: 1,
  s: 1e3,
  m: 6e4,
  h: 36e5,
  d: 864e5,
  w: 6048e5,
};

/**
 * Reads the `name` of a Sleep op: `1h30m` for step.sleep, an ISO date for step.sleepUntil.
 * @returns when the sleep ends, or undefined where it is neither
 */
export function sleepEndMs(name: string, nowMs: number): number | undefined {
  if (/^\d{4}-/.test(name)) {
    const endMs = Date.parse(name);
    return Number.isNaN(endMs) ? undefined : endMs;
  }
  if (!/^(\d+(\.\d+)?(ms|[smhdw]))+$/.test(name)) return undefined;
  const parts = name.matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g);
  return [...parts].reduce((endMs, [, count, unit]) => endMs + Number(count) * (UNIT_MS[unit ?? ""] ?? 0), nowMs);
}

/**
 * The next time a cron expression comes round, strictly after `afterMs`. UTC, or the zone of a `TZ=Europe/Paris ` prefix.
 * @throws RangeError, TypeError if the expression or the zone cannot be read
 */
export function nextTickMs(cron: string, afterMs: number): number {
  const [, timezone, pattern] = /^(?:TZ=(\S+)\s+)?(.+)$/.exec(cron) ?? [];
  const schedule = new Cron(pattern ?? cron, {
    paused: true,
    mode: "5-part",
    timezone: timezone ?? "Etc/UTC",
  });
  const next = schedule.nextRun(new Date(afterMs));
  if (!next) throw new RangeError(`"${cron}" never comes round.`);
  return next.getTime();
}
