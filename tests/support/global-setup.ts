import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { takeLock } from "../../scripts/lib/lock.mjs";
import { ensureDatabase, migrateUp } from "../../scripts/lib/migrate.mjs";
import { checkoutDataDir } from "../../scripts/lib/paths.mjs";
import { startPostgres } from "../../scripts/lib/postgres/start.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** Connection string of the superuser, to the database `postgres`. */
    testAdminUrl: string;
    /** Name of the migrated database that each test file's is cloned from. */
    testTemplate: string;
  }
}

interface TestServer {
  adminUrl: string;
  stop: () => Promise<void>;
}

const template = "nightpost_template";
/** What a test does not need to survive, and what many test files at once do need. */
const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 300 };

/** The first folder that no other test run works in; several may run in one checkout. */
async function freeFolder(): Promise<string> {
  for (let slot = 1; slot <= 20; slot++) {
    const dir = path.join(checkoutDataDir, "test-clusters", String(slot), "cluster");
    if ((await takeLock(`${dir}.run.lock`)).mine) return dir;
  }
  throw new Error("Twenty test runs work in this checkout already");
}

async function startServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { adminUrl: given, stop: async () => {} };
  const onLost = (error: unknown) => {
    throw error;
  };
  const server = await startPostgres({ dir: await freeFolder(), port: 0, settings, onLost });
  return { adminUrl: server.url("postgres"), stop: server.stop };
}

/** Drops what a killed run left, and makes the template anew, so that it always has this checkout's migrations. */
async function makeTemplate(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} });
  const left = await sql`select datname from pg_database where datname like 'test\\_%' or datname = ${template}`;
  for (const { datname } of left) await sql`drop database ${sql(datname)} with (force)`;
  await sql.end();
  await ensureDatabase(adminUrl, template);
  await migrateUp(Object.assign(new URL(adminUrl), { pathname: `/${template}` }).href);
}

/** Vitest runs this once for each project that names it, in one process: the server is shared. */
const shared = globalThis as typeof globalThis & {
  nightpostTestServer?: { users: number; server: Promise<TestServer> };
};

export default async function setup(project: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  shared.nightpostTestServer ??= {
    users: 0,
    server: startServer().then(async (server) => {
      await makeTemplate(server.adminUrl);
      return server;
    }),
  };
  const entry = shared.nightpostTestServer;
  entry.users++;
  const server = await entry.server;
  project.provide("testAdminUrl", server.adminUrl);
  project.provide("testTemplate", template);
  return async () => {
    if (--entry.users > 0) return;
    shared.nightpostTestServer = undefined;
    await server.stop();
  };
}
