import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { database } from "@/lib/db/client";

/** Tight per account; wider per network address, since an office shares one. */
const RULES = {
  account: { attempts: 10, windowMs: 15 * 60_000 },
  address: { attempts: 60, windowMs: 15 * 60_000 },
} as const;

export type AttemptKeys = Partial<Record<keyof typeof RULES, string>>;

/** Only hashes are stored: neither mail nor network addresses. */
const storedKey = (kind: string, value: string) =>
  `${kind}:${createHash("sha256").update(`nightpost sign-in ${kind} ${value}`).digest("base64url")}`;

/**
 * Counts one attempt for each key in a window that begins with its first attempt; one statement a key, so that attempts at
 * once are all counted, across processes and restarts.
 * @returns ms to wait when a limit is passed, else 0
 */
export async function takeAttempt(keys: AttemptKeys): Promise<number> {
  const waits = await Promise.all(
    (["account", "address"] as const).map(async (kind) => {
      const value = keys[kind];
      return value === undefined ? 0 : takeOne(storedKey(kind, value), RULES[kind]);
    }),
  );
  return Math.max(...waits);
}

async function takeOne(key: string, rule: { attempts: number; windowMs: number }): Promise<number> {
  const rows = await database().execute<{ count: number; left_ms: number }>(sql`
    INSERT INTO rate_limits AS l (key, count, last_request)
    VALUES (${key}, 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN l.last_request <= excluded.last_request - ${rule.windowMs}::bigint THEN 1 ELSE l.count + 1 END,
      last_request = CASE WHEN l.last_request <= excluded.last_request - ${rule.windowMs}::bigint
        THEN excluded.last_request ELSE l.last_request END
    RETURNING count, (last_request + ${rule.windowMs}::bigint - extract(epoch FROM clock_timestamp()) * 1000)::float8 AS left_ms
  `);
  const row = rows[0];
  if (!row || row.count <= rule.attempts) return 0;
  return Math.max(1, row.left_ms);
}

/** A success: earlier failures of these keys count no more. */
export async function clearAttempts(keys: AttemptKeys): Promise<void> {
  for (const [kind, value] of Object.entries(keys)) {
    await database().execute(sql`DELETE FROM rate_limits WHERE key = ${storedKey(kind, value)}`);
  }
}
