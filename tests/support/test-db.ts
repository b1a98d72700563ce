import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";

export interface TestDb {
  name: string;
  /** Connection string of the owner: what DATABASE_URL is in production. */
  url: string;
  /** The same as `url`, for tests that want to say it. */
  ownerUrl: string;
  /** Connects with the role of the app, which row-level security binds. */
  appUrl: string;
  /** A client of the owner: not bound by row-level security. */
  sql: postgres.Sql;
}

/**
 * A database for this test file alone, cloned from the migrated template (about 50 ms) and dropped after the file's last test.
 * Call it at the top of a file: `const db = await testDb();`
 */
export async function testDb(): Promise<TestDb> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = postgres(inject("testAdminUrl"), { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)} template ${admin(inject("testTemplate"))} strategy wal_log`;
  const url = Object.assign(new URL(inject("testAdminUrl")), { pathname: `/${name}` });
  const appUrl = new URL(url);
  appUrl.searchParams.set("role", "nightpost_app");
  const sql = postgres(url.href, { max: 4, onnotice: () => {} });
  afterAll(async () => {
    await sql.end({ timeout: 1 });
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });
  return { name, url: url.href, ownerUrl: url.href, appUrl: appUrl.href, sql };
}
