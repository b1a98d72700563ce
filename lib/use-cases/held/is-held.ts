import { type SQL, sql } from "drizzle-orm";

/**
 * Whether row `h` of `record_rows` waits for a person: held, and not dismissed since it was last tried. A dismissed one comes back by being tried again,
 * which happens only when it changes.
 */
export const IS_HELD: SQL = sql`(h.outcome = 'held' and (h.dismissed_at is null or h.dismissed_at < h.settled_at))`;
