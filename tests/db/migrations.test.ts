import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { assertCanary } from "@/lib/db/canary";
import { openDatabase } from "@/lib/db/client";
import * as access from "@/lib/db/schema/access";
import * as alerts from "@/lib/db/schema/alerts";
import * as auth from "@/lib/db/schema/auth";
import * as connections from "@/lib/db/schema/connections";
import * as delivering from "@/lib/db/schema/delivering";
import * as findings from "@/lib/db/schema/findings";
import * as inbound from "@/lib/db/schema/inbound";
import * as publications from "@/lib/db/schema/publications";
import * as reading from "@/lib/db/schema/reading";
import * as runs from "@/lib/db/schema/runs";
import * as silence from "@/lib/db/schema/silence";
import * as syncs from "@/lib/db/schema/syncs";
import * as workspaces from "@/lib/db/schema/workspaces";
import { migrateUp } from "../../scripts/lib/migrate.mjs";

const admin = postgres(inject("testAdminUrl"), { max: 1, onnotice: () => {} });
const made: string[] = [];
const owner = `test_owner_${randomBytes(4).toString("hex")}`;

/** An empty database, owned by whom the url names. */
async function empty(as?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await (as ? admin`create database ${admin(name)} owner ${admin(as)}` : admin`create database ${admin(name)}`);
  made.push(name);
  const url = new URL(inject("testAdminUrl"));
  url.pathname = `/${name}`;
  if (as) Object.assign(url, { username: as, password: "test" });
  return url.href;
}

afterAll(async () => {
  for (const name of made) await admin`drop database ${admin(name)} with (force)`;
  await admin`drop role if exists ${admin(owner)}`;
  await admin.end();
});

test("two databases of one cluster are migrated at once, and again without effect", async () => {
  const urls = [await empty(), await empty()];
  await Promise.all(urls.map((url) => migrateUp(url)));
  for (const url of urls) {
    await migrateUp(url);
    const db = openDatabase(url, { connections: 1 });
    await assertCanary(db);
    await db.$client.end();
  }
});

test("a plain owner is told what is missing, and once granted the roles needs nothing more: the app cannot see past its workspace", async () => {
  await admin`create role ${admin(owner)} login password 'test' createrole`;
  const url = await empty(owner);
  const refused = await migrateUp(url).then(
    () => null,
    (error: Error) => error,
  );
  const [server] = await admin`select current_setting('server_version_num')::int as version`;
  // Before 16, CREATEROLE may grant any role but a superuser, and so to itself.
  if (server?.version < 160_000) expect(refused).toBeNull();
  else expect(refused?.cause).toMatchObject({ hint: expect.stringContaining(`GRANT nightpost_app TO ${owner}`) });
  await admin`grant nightpost_app, nightpost_system to ${admin(owner)}`;
  await migrateUp(url);
  const db = openDatabase(url, { connections: 2 });
  await assertCanary(db);
  const [role] = await db.$client`select session_user::text as connected, current_user::text as acts`;
  expect(role).toEqual({ connected: owner, acts: "nightpost_app" });
  await db.$client.end();
});

test("the migrations are the schema's: nothing of it is left to generate", async () => {
  const { entries } = JSON.parse(readFileSync("drizzle/meta/_journal.json", "utf8"));
  const newest = String(entries.at(-1).idx).padStart(4, "0");
  const stored = JSON.parse(readFileSync(`drizzle/meta/${newest}_snapshot.json`, "utf8"));
  const tables = {
    ...access,
    ...alerts,
    ...auth,
    ...connections,
    ...delivering,
    ...findings,
    ...inbound,
    ...publications,
    ...reading,
    ...runs,
    ...silence,
    ...syncs,
    ...workspaces,
  };
  expect(await generateMigration(stored, generateDrizzleJson(tables, stored.id))).toEqual([]);
  const { users: _left, ...without } = tables;
  expect(await generateMigration(stored, generateDrizzleJson(without, stored.id))).not.toEqual([]);
});
