import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { PostgresJsSession, PostgresJsTransaction } from "drizzle-orm/postgres-js/session";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { withoutValues } from "./errors";
import { heard, watched } from "./statements";

type NoSchema = Record<string, never>;

/** Statements outside any workspace: people and sessions, limits, system functions. Row-level security hides every tenant's rows from it. */
export type Database = PostgresJsDatabase<NoSchema> & { $client: Sql };

/** One transaction that sees one workspace: drizzle's builder, and `raw`, the postgres.js client of the same transaction. */
export type WorkspaceTx = PostgresJsTransaction<NoSchema, NoSchema> & {
  readonly raw: TransactionSql;
  readonly workspaceId: string;
};

/** Milliseconds; well under a beat's death (60 s), so that a run is taken up in time. */
const IDLE_IN_TRANSACTION_MS = 15_000;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Opens a pool whose connections act as `nightpost_app`, which row-level security binds. Connects at the first statement.
 * @param url the owner's; a pooler between must let the startup parameter `role` through
 */
export function openDatabase(url: string, options: { connections?: number } = {}): Database {
  const client = postgres(url, {
    max: options.connections ?? 10,
    connect_timeout: 10,
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: "nightpost",
      role: "nightpost_app",
      // A process that is frozen within a transaction would keep its locks, and its successor waiting. Ours wait for nothing but Postgres.
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
  });
  return drizzle(client);
}

/** Next loads modules more than once in a process; the pool is one. */
const shared = globalThis as typeof globalThis & { nightpostDatabase?: Database };

/** The process's pool to `DATABASE_URL`, opened at first use: importing this file needs no database. */
export function database(): Database {
  if (shared.nightpostDatabase) return shared.nightpostDatabase;
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set.");
  shared.nightpostDatabase = openDatabase(url);
  return shared.nightpostDatabase;
}

/** Ends the process's pool; the next use opens another. */
export async function closeDatabase(): Promise<void> {
  const open = shared.nightpostDatabase;
  shared.nightpostDatabase = undefined;
  await open?.$client.end({ timeout: 5 });
}

/**
 * Runs `work` in one transaction (READ COMMITTED) that sees this workspace and no other. The setting travels with the first statement: no round trip more.
 * @throws DatabaseRefused for what Postgres refuses, without the values it quoted; whatever `work` throws, after rolling back
 */
export async function inWorkspace<T>(
  workspaceId: string,
  work: (tx: WorkspaceTx) => Promise<T>,
  db: Database = database(),
): Promise<T> {
  if (!UUID.test(workspaceId)) throw new TypeError("A workspace's id is a UUID.");
  try {
    heard("begin");
    const result = await db.$client.begin(async (transaction) => {
      const raw = watched(transaction);
      // Not awaited: the next statement follows on the same connection, and a failure fails the transaction.
      raw.unsafe(`select set_config('nightpost.workspace', '${workspaceId}', true)`).execute();
      return { value: await work(asWorkspaceTx(raw, workspaceId)) };
    });
    heard("commit");
    return result.value;
  } catch (error) {
    throw withoutValues(error);
  }
}

const dialect = new PgDialect();

/** What drizzle's own `transaction` makes, over a transaction that we began. Drizzle's types ask for a whole client; it uses what a transaction has. */
function asWorkspaceTx(raw: TransactionSql, workspaceId: string): WorkspaceTx {
  const session = new PostgresJsSession<Sql, NoSchema, NoSchema>(raw as unknown as Sql, dialect, undefined, {});
  const tx = new PostgresJsTransaction<NoSchema, NoSchema>(
    dialect,
    session as unknown as PostgresJsSession<TransactionSql & Sql, NoSchema, NoSchema>,
    undefined,
  );
  return Object.assign(tx, { raw, workspaceId });
}
