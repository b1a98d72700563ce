import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { assertCanary, DatabaseUnfit } from "@/lib/db/canary";
import { inWorkspace, openDatabase } from "@/lib/db/client";
import { DatabaseRefused } from "@/lib/db/errors";
import { workspaces } from "@/lib/db/schema/workspaces";
import { testDb } from "../support/test-db";

const test0 = await testDb();
const db = openDatabase(test0.url, { connections: 3 });
afterAll(() => db.$client.end());

const mint = async (name: string) => {
  const id = randomUUID();
  await inWorkspace(id, (tx) => tx.insert(workspaces).values({ id, name, timeZone: "UTC" }), db);
  return id;
};

test("the canary proves a fit database, and finds an unfit one", async () => {
  await assertCanary(db);
  await test0.sql`alter table canary disable row level security`;
  await expect(assertCanary(db)).rejects.toThrow(/visible outside its workspace/);
  await test0.sql`alter table canary enable row level security`;
  await test0.sql`drop policy system_reads on canary`;
  await expect(assertCanary(db)).rejects.toThrow(/would be dispatched/);
  await test0.sql`create policy system_reads on canary for select to nightpost_system using (true)`;
  await assertCanary(db);
});

test("a client that is not the app's role is refused", async () => {
  const owner = openDatabase(test0.url, { connections: 1 });
  await owner.$client`reset role`;
  await owner.$client`set session authorization default`;
  await owner.$client`set role none`;
  await expect(assertCanary(owner)).rejects.toThrow(DatabaseUnfit);
  await owner.$client.end();
});

test("a workspace sees its own rows, not another's, and nothing is seen without one; pooled connections leak nothing", async () => {
  const [a, b] = await Promise.all([mint("A"), mint("B")]);
  const names = (id: string) => inWorkspace(id, (tx) => tx.select({ name: workspaces.name }).from(workspaces), db);
  for (let round = 0; round < 12; round++) {
    const [seenA, seenB, outside] = await Promise.all([names(a), names(b), db.select().from(workspaces)]);
    expect(seenA).toEqual([{ name: "A" }]);
    expect(seenB).toEqual([{ name: "B" }]);
    expect(outside).toEqual([]);
  }
  const changed = await inWorkspace(
    a,
    (tx) => tx.update(workspaces).set({ name: "taken" }).where(eq(workspaces.id, b)).returning(),
    db,
  );
  expect(changed).toEqual([]);
});

test("a row for another workspace is refused, and the error quotes no value", async () => {
  const a = await mint("A");
  const attempt = inWorkspace(
    a,
    (tx) => tx.insert(workspaces).values({ id: randomUUID(), name: "secret-name", timeZone: "UTC" }),
    db,
  );
  const error = await attempt.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DatabaseRefused);
  expect(error).toMatchObject({ code: "42501" });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret-name");
});

test("what the work throws comes out as it was and rolls back; a failed setting fails the transaction", async () => {
  const a = await mint("A");
  class Mine extends Error {}
  await expect(
    inWorkspace(
      a,
      async (tx) => {
        await tx.update(workspaces).set({ name: "changed" });
        throw new Mine();
      },
      db,
    ),
  ).rejects.toBeInstanceOf(Mine);
  expect(await inWorkspace(a, (tx) => tx.select({ name: workspaces.name }).from(workspaces), db)).toEqual([
    { name: "A" },
  ]);
  await expect(inWorkspace("x'; drop table users; --", async () => 1, db)).rejects.toThrow(TypeError);
});

test("a raw statement, a savepoint and the builder share one transaction", async () => {
  const a = await mint("A");
  const result = await inWorkspace(
    a,
    async (tx) => {
      await tx.update(workspaces).set({ name: "outer" });
      await tx
        .transaction(async (inner) => {
          await inner.update(workspaces).set({ name: "inner" });
          inner.rollback();
        })
        .catch(() => undefined);
      return (await tx.raw<{ name: string }[]>`select name from workspaces`)[0]?.name;
    },
    db,
  );
  expect(result).toBe("outer");
});

test("control: the owner of the database sees every row, so that hidden rows prove something", async () => {
  const owner = postgres(test0.url, { max: 1 });
  const [row] = await owner<{ n: number }[]>`select count(*)::int as n from workspaces`;
  expect(row?.n).toBeGreaterThan(2);
  await owner.end();
});
