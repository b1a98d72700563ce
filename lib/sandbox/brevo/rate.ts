import type { Plan } from "@/lib/sandbox/brevo/settings";

interface RateTable {
  /** Requests a second; absent: only the hourly limit applies. */
  rps?: number;
  /** Requests an hour; absent: only the limit per second applies. */
  rph?: number;
}

type Limits = Readonly<Record<string, RateTable>>;

/** developers.brevo.com/docs/api-limits with the rows of 2026-02-10; the last row is for every path not named. `*` ends a path prefix. */
const GENERAL: Limits = {
  "/v3/contacts/**": { rps: 10, rph: 36_000 },
  "POST /v3/events": { rps: 10, rph: 36_000 },
  "POST /v3/orders/status": { rps: 5, rph: 18_000 },
  "POST /v3/products": { rps: 2, rph: 7_200 },
  "everything else": { rph: 100 },
};
const ADVANCED: Limits = {
  ...GENERAL,
  "/v3/contacts/**": { rps: 20, rph: 72_000 },
  "POST /v3/events": { rps: 20, rph: 72_000 },
  "everything else": { rph: 200 },
};
const EXTENDED: Limits = {
  ...ADVANCED,
  "/v3/contacts/**": { rps: 60 },
  "everything else": { rph: 600 },
};

export const LIMITS_BY_PLAN: Readonly<Record<Plan, Limits>> = {
  free: GENERAL,
  starter: GENERAL,
  professional: ADVANCED,
  enterprise: EXTENDED,
};

/** The row of the table a request falls into. Batch paths fall into "everything else" (our reading, rate-limits.json). */
export function tableOf(method: string, path: string): string {
  if (path === "/v3/contacts" || path.startsWith("/v3/contacts/")) return "/v3/contacts/**";
  const exact = `${method} ${path}`;
  return exact in GENERAL ? exact : "everything else";
}

interface Bucket {
  limit: number;
  left: number;
  /** Token buckets refill steadily; an hourly bucket is refilled whole, an hour after its first use. */
  atMs: number;
}

interface RateVerdict {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Whole seconds until the scarcer bucket is full again; at least 1 while it is not. */
  resetSeconds: number;
}

/** The account's buckets. Both limits of a row apply; the headers tell the scarcer one. */
export class RateLimiter {
  private readonly perSecond = new Map<string, Bucket>();
  private readonly perHour = new Map<string, Bucket>();

  /** Takes one token of each bucket if both have one. @param take false only looks, for refusals that cost nothing */
  judge(plan: Plan, table: string, nowMs: number, take: boolean): RateVerdict {
    const row = LIMITS_BY_PLAN[plan][table] ?? {};
    const second = row.rps ? this.refillSecond(`${plan} ${table}`, row.rps, nowMs) : undefined;
    const hour = row.rph ? this.refillHour(`${plan} ${table}`, row.rph, nowMs) : undefined;
    const buckets = [second, hour].filter((bucket) => bucket !== undefined);
    const allowed = buckets.every((bucket) => bucket.left >= 1);
    if (allowed && take) for (const bucket of buckets) bucket.left -= 1;
    const scarcer = hour && (!second || hour.left < second.left) ? hour : second;
    if (!scarcer) throw new Error(`No limit is known for ${table}.`);
    return {
      allowed,
      limit: scarcer.limit,
      remaining: Math.floor(scarcer.left),
      resetSeconds: secondsUntilFull(scarcer, scarcer === hour, nowMs),
    };
  }

  /** Empties or fills everything anew, as a change of plan does. */
  clear(): void {
    this.perSecond.clear();
    this.perHour.clear();
  }

  private refillSecond(key: string, limit: number, nowMs: number): Bucket {
    const bucket = this.perSecond.get(key) ?? {
      limit,
      left: limit,
      atMs: nowMs,
    };
    const elapsedMs = Math.max(0, nowMs - bucket.atMs);
    bucket.left = Math.min(limit, bucket.left + (elapsedMs * limit) / 1_000);
    bucket.atMs = nowMs;
    this.perSecond.set(key, bucket);
    return bucket;
  }

  private refillHour(key: string, limit: number, nowMs: number): Bucket {
    const bucket = this.perHour.get(key);
    if (bucket && nowMs - bucket.atMs < 3_600_000) return bucket;
    const fresh = { limit, left: limit, atMs: nowMs };
    this.perHour.set(key, fresh);
    return fresh;
  }
}

function secondsUntilFull(bucket: Bucket, hourly: boolean, nowMs: number): number {
  if (bucket.left >= bucket.limit) return 0;
  const waitMs = hourly ? 3_600_000 - (nowMs - bucket.atMs) : ((bucket.limit - bucket.left) * 1_000) / bucket.limit;
  return Math.max(1, Math.ceil(waitMs / 1_000));
}

/** The three headers that every answer carries. Brevo documents no Retry-After. */
export function rateHeaders(verdict: RateVerdict): Record<string, string> {
  return {
    "x-sib-ratelimit-limit": String(verdict.limit),
    "x-sib-ratelimit-remaining": String(verdict.remaining),
    "x-sib-ratelimit-reset": String(verdict.resetSeconds),
  };
}
