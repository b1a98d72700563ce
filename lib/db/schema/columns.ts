import { type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, check, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A key that the database makes. */
export const id = () => uuid("id").primaryKey().defaultRandom();

/** The tenant. Every table that has it carries FORCEd row-level security (`drizzle/*_guards.sql`; a test reads the catalogue). */
export const workspaceId = () => uuid("workspace_id").notNull();

/** An instant to the millisecond, so that what TypeScript read compares equal. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** An instant that the database's clock gives when the row is made. */
export const instantNow = (name: string) => instant(name).notNull().default(sql`clock_timestamp()`);

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** A CHECK that a text column holds one of the words which TypeScript knows: one list for both. */
export function oneOf(name: string, column: AnyPgColumn, words: readonly string[]) {
  const list = words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", ");
  return check(name, sql`${column} in (${sql.raw(list)})`);
}

/** The words as a list inside an SQL condition, for partial indexes and CHECKs. */
export function isAnyOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(", "))})`;
}
