import { afterEach, expect, test } from "vitest";
import { onStatement } from "@/lib/db/statements";
import { TIMING } from "@/lib/runner/timing";
import { CAPS, claimOf, dbWorld, deliveredOf, working } from "./world";

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
  // begin, set_config and commit are three of each.
  expect(one).toEqual({
    beginWalk: 6,
    savePage: 6,
    openBatch: 7,
    beat: 4,
    facts: 8,
    claim: 7,
    settle: 8,
    closeBatch: 6,
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
