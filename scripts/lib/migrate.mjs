import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { root } from "./paths.mjs";
import { Refusal } from "./say.mjs";

/** Any number that no other program takes in this database. */
const migrationLock = 727_001;
const oldestMajor = 15;

const connect = (/** @type {string} */ url) =>
  postgres(url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: "nightpost-start" },
  });

/** Makes a database unless there is one of that name. @param {string} adminUrl a superuser's, to another database of the server */
export async function ensureDatabase(adminUrl, /** @type {string} */ name) {
  const sql = connect(adminUrl);
  try {
    const [row] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!row) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}

/** Proves that a server answers and is new enough. @throws Refusal in words for whoever set DATABASE_URL, without its password */
export async function checkServer(/** @type {string} */ url) {
  let place = "DATABASE_URL";
  try {
    const { host, pathname } = new URL(url);
    place = `the database ${pathname.slice(1)} on ${host}`;
  } catch {
    throw new Refusal("DATABASE_URL is no URL. Its form is postgres://user:password@host:5432/database");
  }
  const sql = connect(url);
  try {
    const [row] = await sql`select current_setting('server_version_num')::int as version`;
    if (row?.version < oldestMajor * 10_000) {
      throw new Refusal(
        `PostgreSQL ${oldestMajor} or newer is needed; ${place} is version ${Math.floor(row?.version / 10_000)}.`,
      );
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const { code, message } = /** @type {Error & {code?: string}} */ (error);
    throw new Refusal(`Cannot use ${place} (from DATABASE_URL): ${code ?? message}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Brings a database to the newest migration. Under an advisory lock: several processes that start at once go one after the other.
 * @param {string} url the owner's
 * @throws what PostgreSQL says when a migration fails; the migration is rolled back
 */
export async function migrateUp(url) {
  const sql = connect(url);
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await migrate(drizzle(sql), { migrationsFolder: path.join(root, "drizzle") });
    await sql`select pg_advisory_unlock(${migrationLock})`;
  } finally {
    await sql.end();
  }
}
