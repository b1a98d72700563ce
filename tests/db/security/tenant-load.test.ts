import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { inWorkspace, openDatabase } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema/workspaces";
import { testDb } from "../../support/test-db";

/*
 * Guarantees that a pool carries no workspace from one transaction to the next, however many share it.
 */

const { url } = await testDb();
const db = openDatabase(url, { connections: 5 });
afterAll(() => db.$client.end());

test("four hundred transactions of twenty workspaces over five connections see their own rows and no others", async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  for (const id of ids)
    await inWorkspace(id, (tx) => tx.insert(workspaces).values({ id, name: id, timeZone: "UTC" }), db);
  const seen = await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      const id = ids[n % ids.length] ?? "";
      if (n % 10 === 9) return (await db.select({ id: workspaces.id }).from(workspaces)).length === 0;
      const rows = await inWorkspace(
        id,
        async (tx) => {
          await tx.raw`select pg_sleep(0.001 * ${n % 4})`;
          if (n % 7 === 0) await tx.raw`savepoint s`;
          return tx.select({ id: workspaces.id }).from(workspaces);
        },
        db,
      );
      return rows.length === 1 && rows[0]?.id === id;
    }),
  );
  expect(seen.filter((own) => !own)).toEqual([]);
});
