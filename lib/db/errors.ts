import { DrizzleQueryError } from "drizzle-orm/errors";
import postgres from "postgres";

/** Postgres refused a statement. Carries the SQLSTATE and names of the schema only: what Postgres and drizzle say quotes parameters and keys. */
export class DatabaseRefused extends Error {
  override readonly name = "DatabaseRefused";
  constructor(
    /** SQLSTATE, e.g. `23505` for a unique index. */
    readonly code: string,
    readonly constraint: string | null,
    readonly table: string | null,
  ) {
    super(`Postgres refused a statement: ${[code, table, constraint].filter(Boolean).join(" ")}`);
  }
}

/** @returns the error without the values it quoted; what is not the database's is returned as it is */
export function withoutValues(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof postgres.PostgresError)) return cause;
  return new DatabaseRefused(cause.code, cause.constraint_name ?? null, cause.table_name ?? null);
}
