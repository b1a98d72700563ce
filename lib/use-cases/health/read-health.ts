import { sql } from "drizzle-orm";
import { database } from "@/lib/db/client";

export interface Health {
  database: "ok";
  /** When the scheduler last ticked, ISO; null before its first tick. */
  scheduler: { lastTickAt: string | null };
}

/** @throws when the database does not answer */
export async function readHealth(): Promise<Health> {
  const rows = await database().execute<{ last: string | null }>(sql`
    SELECT to_char(max(at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS last FROM scheduler_ticks
  `);
  return { database: "ok", scheduler: { lastTickAt: rows[0]?.last ?? null } };
}
