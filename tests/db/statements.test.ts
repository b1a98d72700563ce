import { afterEach, expect, test } from "vitest";
import { openDatabase } from "@/lib/db/client";
import { onStatement } from "@/lib/db/statements";
import { createDeliveryStore } from "@/lib/db/stores/deliveries";
import { TIMING } from "@/lib/runner/timing";
import { CAPS, claimOf, dbWorld, deliveredOf, queueRows, working } from "./world";

const world = await dbWorld();
const { deliveries, leases, walks } = world;

afterEach(() => onStatement(null));

/** Counts the statements that the work sends, begin and commit and the workspace's setting included. */
async function counted<T>(work: () => Promise<T>): Promise<{ n: number; value: T }> {
  let n = 0;
  onStatement(() => n++);
  const value = await work();
  onStatement(null);
  return { n, value };
}

async function chunk(size: number) {
  const { lease } = await working(world);
  const ids = Array.from({ length: size }, (_, n) => String(n));
  const counts: Record<string, number> = {};
  const note = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const { n, value } = await counted(work);
    counts[name] = n;
    return value;
  };
  const walk = await note("beginWalk", () => walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: 1.8e12 }));
  const rows = ids.map((id) => ({ id, updatedAtMs: 1.7e12, subscribed: true }));
  await note("savePage", () =>
    walks.savePage(lease, walk, { rows, cursor: null, marginMs: 1, includeKnown: false, last: true }),
  );
  const batch = await note("openBatch", () => deliveries.openBatch(lease, 250));
  await note("beat", () => leases.beat(lease, TIMING));
  await note("facts", () => deliveries.facts(lease, { recordIds: ids, addressHashes: ids }));
  const answers = await note("claim", () =>
    deliveries.claim(
      lease,
      CAPS,
      ids.map((id) => claimOf(id)),
    ),
  );
  const settlements = answers.map((answer, n) =>
    deliveredOf(String(n), answer.kind === "claimed" ? answer.ledgerId : ""),
  );
  await note("settle", () => deliveries.settle(lease, batch?.batchId ?? "", settlements));
  await note("closeBatch", () => deliveries.closeBatch(lease, batch?.batchId ?? ""));
  expect((await deliveries.counts(lease)).delivered).toBe(size);
  return counts;
}

test("every method sends as many statements for fifty records as for one", async () => {
  await chunk(1);
  const one = await chunk(1);
  expect(await chunk(50)).toEqual(one);
  // begin, the workspace and commit are three of each; the planner's settings and the lease two of those under it.
  expect(one).toEqual({
    beginWalk: 7,
    savePage: 7,
    openBatch: 8,
    beat: 4,
    facts: 9,
    claim: 8,
    settle: 10,
    closeBatch: 7,
  });
});

test("control: the count grows with statements", async () => {
  const { lease } = await working(world);
  const once = await counted(() => leases.beat(lease, TIMING));
  const twice = await counted(async () => {
    await leases.beat(lease, TIMING);
    await leases.beat(lease, TIMING);
  });
  expect(twice.n).toBe(2 * once.n);
});

test("a chunk reads its own rows and not the backlog, whatever the planner takes a new sync for", async () => {
  const { lease } = await working(world);
  const ids = Array.from({ length: 20_000 }, (_, n) => String(n));
  await queueRows(
    world,
    lease,
    ids.map((id) => ({ id, updatedAtMs: 1.7e12 })),
  );
  const one = openDatabase(world.url, { connections: 1 });
  const store = createDeliveryStore(one, world.keys);
  const rowsRead = async () => {
    await one.$client`select pg_stat_force_next_flush()`;
    await one.$client`select 1`;
    const [row] = await world.owner`
      select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as n from pg_stat_user_tables
      where relname in ('pending', 'ledger', 'record_rows')`;
    return row?.n as number;
  };
  const before = await rowsRead();
  for (let round = 0; round < 10; round++) {
    const batch = await store.openBatch(lease, 50);
    const chunkIds = batch?.pending.map((row) => row.recordId) ?? [];
    await store.facts(lease, { recordIds: chunkIds, addressHashes: chunkIds.map((id) => `hash-${id}`) });
    const answers = await store.claim(
      lease,
      CAPS,
      chunkIds.map((id) => claimOf(id)),
    );
    await store.settle(
      lease,
      batch?.batchId ?? "",
      answers.map((answer, n) => deliveredOf(chunkIds[n] ?? "", answer.kind === "claimed" ? answer.ledgerId : "")),
    );
    await store.closeBatch(lease, batch?.batchId ?? "");
  }
  const rowsPerRecord = ((await rowsRead()) - before) / 500;
  expect(rowsPerRecord).toBeGreaterThan(1);
  expect(rowsPerRecord).toBeLessThan(100);
  await one.$client.end();
});
