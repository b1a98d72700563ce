import { expect, test } from "vitest";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import { otherLane } from "@/lib/runner/states";
import { dbWorld, evidenceOf, queueRows, settlementOf, working } from "./world";

const world = await dbWorld();
const { walks, deliveries, owner } = world;

const T = 1_700_000_000_000;
const page = (rows: { id: string; updatedAtMs: number; subscribed?: boolean }[], more = {}) => ({
  rows: rows.map((row) => ({ subscribed: true, ...row })),
  cursor: "next" as string | null,
  marginMs: 120_000,
  includeKnown: false,
  last: false,
  ...more,
});
const pendingOf = async (lease: Lease) => [
  ...(await owner`
    select record_id as id, mark, withdrawal, epoch_ms(seen_at) as seen, cause, epoch_ms(check_at) as "check"
    from pending where sync_id = ${lease.syncId} and lane = ${lease.lane} order by record_id`),
];

/** Lands records as `known` says, so that later walks know them. */
async function land(lease: Lease, known: Parameters<typeof settlementOf>[1] & { id: string }) {
  await walks.queueRecords(lease, [known.id]);
  const batch = await deliveries.openBatch(lease, 100);
  const { id, ...more } = known;
  await deliveries.settle(lease, batch?.batchId ?? "", [settlementOf(id, more)]);
  await deliveries.closeBatch(lease, batch?.batchId ?? "");
}

test("a page's rows are pending, a second sighting raises the mark, and progress is gone on with by the next leg", async () => {
  const { lease } = await working(world);
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: T, t0Ms: T + 9e6 });
  expect(
    await walks.savePage(
      lease,
      walk,
      page([
        { id: "1", updatedAtMs: T + 5000 },
        { id: "2", updatedAtMs: T + 4000 },
      ]),
    ),
  ).toEqual({ queued: 2, metFloor: false });
  const resumed = await walks.walkOfRun(lease);
  expect(resumed).toEqual({
    ...walk,
    ...{ cursor: "next", lowestMs: T + 4000, pages: 1, rows: 2, queued: 2, metFloor: false, state: "walking" },
  });
  if (!resumed) throw new Error("the walk is open");
  await walks.savePage(
    lease,
    resumed,
    page(
      [
        { id: "2", updatedAtMs: T + 3000 },
        { id: "3", updatedAtMs: T + 3000 },
      ],
      { last: true, cursor: null },
    ),
  );
  expect(await pendingOf(lease)).toMatchObject([
    { id: "1", mark: 1, seen: T + 5000, cause: "walk" },
    { id: "2", mark: 2, seen: T + 4000 },
    { id: "3", mark: 1, seen: T + 3000 },
  ]);
  expect(await walks.walkOfRun(lease)).toMatchObject({ pages: 2, rows: 4, state: "complete", cursor: null });
});

test("a page is saved once: the same page again, or one of a walk that moved on, is refused and changes nothing", async () => {
  const { lease } = await working(world);
  const walk = await walks.beginWalk(lease, { kind: "id", floorMs: null, t0Ms: T });
  await walks.savePage(lease, walk, page([{ id: "1", updatedAtMs: T }]));
  await expect(walks.savePage(lease, walk, page([{ id: "1", updatedAtMs: T }]))).rejects.toBeInstanceOf(
    InvariantViolation,
  );
  expect(await pendingOf(lease)).toMatchObject([{ id: "1", mark: 1 }]);
});

test("an id twice on one page is one row, with its newest time", async () => {
  const { lease } = await working(world);
  const walk = await walks.beginWalk(lease, { kind: "id", floorMs: null, t0Ms: T });
  expect(
    await walks.savePage(
      lease,
      walk,
      page([
        { id: "1", updatedAtMs: T },
        { id: "1", updatedAtMs: T + 1000 },
      ]),
    ),
  ).toMatchObject({ queued: 1 });
  expect(await pendingOf(lease)).toMatchObject([{ id: "1", seen: T + 1000 }]);
});

test("what the other lane wrote in part and left in doubt is queued, though this very version was read: nobody knows when that lane runs again", async () => {
  const { lease } = await working(world);
  await land(lease, { id: "half", sourceUpdatedAtMs: T, readAtMs: T + 500_000 });
  await land(lease, { id: "tried-again-there", sourceUpdatedAtMs: T, readAtMs: T + 500_000 });
  const waits = (id: string, cause: string) => owner`
    insert into pending (sync_id, lane, record_id, workspace_id, cause)
    values (${lease.syncId}, ${otherLane(lease.lane)}, ${id}, ${lease.workspaceId}, ${cause})`;
  await waits("half", "doubt");
  await waits("tried-again-there", "retry");
  const rows = ["half", "tried-again-there"].map((id) => ({ id, updatedAtMs: T }));
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 9e6 });
  expect(await walks.savePage(lease, walk, page(rows))).toMatchObject({ queued: 1 });
  expect((await pendingOf(lease)).map((row) => row.id)).toEqual(["half"]);
});

test("what was read a margin after this very updatedAt is not queued, unless everything is to be sent again", async () => {
  const { lease } = await working(world);
  await land(lease, { id: "settled", sourceUpdatedAtMs: T, readAtMs: T + 120_000 });
  await land(lease, { id: "early", sourceUpdatedAtMs: T, readAtMs: T + 119_999 });
  await land(lease, { id: "edited", sourceUpdatedAtMs: T, readAtMs: T + 500_000 });
  const rows = [
    { id: "edited", updatedAtMs: T + 1000 },
    { id: "settled", updatedAtMs: T },
    { id: "early", updatedAtMs: T },
  ];
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 9e6 });
  expect(await walks.savePage(lease, walk, page(rows))).toMatchObject({ queued: 2 });
  expect((await pendingOf(lease)).map((row) => row.id)).toEqual(["early", "edited"]);
  const resumed = await walks.walkOfRun(lease);
  if (!resumed) throw new Error("the walk is open");
  expect(await walks.savePage(lease, resumed, page(rows, { includeKnown: true }))).toMatchObject({ queued: 3 });
});

test("the floor is met by a living record that we know at or below it, and completes the walk", async () => {
  const { lease } = await working(world);
  await land(lease, { id: "above", sourceUpdatedAtMs: T + 1 });
  await land(lease, { id: "at", sourceUpdatedAtMs: T, outcome: "refused", reason: "no_address" });
  await land(lease, { id: "dead", sourceUpdatedAtMs: T, outcome: "gone" });
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: T, t0Ms: T + 9e6 });
  expect((await walks.savePage(lease, walk, page([{ id: "above", updatedAtMs: T + 1 }]))).metFloor).toBe(false);
  const second = { ...walk, pages: 1 };
  expect(
    (
      await walks.savePage(
        lease,
        second,
        page([
          { id: "unknown", updatedAtMs: T - 1 },
          { id: "dead", updatedAtMs: T },
        ]),
      )
    ).metFloor,
  ).toBe(false);
  expect((await walks.savePage(lease, { ...walk, pages: 2 }, page([{ id: "at", updatedAtMs: T }]))).metFloor).toBe(
    true,
  );
  expect(await walks.walkOfRun(lease)).toMatchObject({ state: "complete", metFloor: true });
});

test("someone whom we listed and who no longer consents is a withdrawal", async () => {
  const { lease } = await working(world);
  const applied = { digest: "d", sequence: 1, destinationId: "b1", created: true };
  await land(lease, { id: "listed", outcome: "delivered", applied: { ...applied, listed: true } });
  await land(lease, { id: "unlisted", outcome: "refused", applied: { ...applied, listed: false } });
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 9e9 });
  await walks.savePage(
    lease,
    walk,
    page(["listed", "new", "unlisted"].map((id) => ({ id, updatedAtMs: T + 9e8, subscribed: false }))),
  );
  expect((await pendingOf(lease)).map((row) => [row.id, row.withdrawal])).toEqual([
    ["listed", true],
    ["new", false],
    ["unlisted", false],
  ]);
});

test("judging stores verdict, evidence and how far the lane is covered; null leaves that; failed tries count no more", async () => {
  const { lease } = await working(world);
  await owner`update runs set failed_attempts = 3, second_look = true where id = ${lease.runId}`;
  await queueRows(world, lease, [], T);
  expect(await walks.bookmark(lease)).toEqual({ atMs: null, coveredMs: T });
  expect(await world.leases.brief(lease.runId)).toMatchObject({ failedAttempts: 0, secondLook: false });
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T });
  await walks.judgeWalk(lease, walk, { coveredMs: null, verdict: "proven_quiet", evidence: evidenceOf(0) });
  expect(await walks.bookmark(lease)).toEqual({ atMs: null, coveredMs: T });
  const [run] = await owner`select verdict from runs where id = ${lease.runId}`;
  expect(run?.verdict).toBe("proven_quiet");
  const stored = await owner`select state, evidence from walks where id = ${walk.id}`;
  expect(stored[0]).toEqual({ state: "judged", evidence: evidenceOf(0) });
  await expect(
    walks.judgeWalk(lease, walk, { coveredMs: T + 1, verdict: "healthy", evidence: evidenceOf(0) }),
  ).rejects.toBeInstanceOf(InvariantViolation);
});

test("an abandoned walk counts for nothing and leaves what it queued", async () => {
  const { lease } = await working(world);
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T });
  await walks.savePage(lease, walk, page([{ id: "1", updatedAtMs: T }]));
  await walks.abandonWalk(lease, walk, evidenceOf(1));
  expect(await walks.walkOfRun(lease)).toBeNull();
  expect(await pendingOf(lease)).toHaveLength(1);
});

test("known living records older than the floor that the lane has not met, newest first", async () => {
  const { lease } = await working(world);
  for (const [id, at] of [
    ["a", T],
    ["b", T + 1000],
    ["c", T + 2000],
    ["d", T + 3000],
  ] as const)
    await land(lease, { id, sourceUpdatedAtMs: at, outcome: id === "b" ? "gone" : "unchanged" });
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: T + 9e6 });
  await walks.savePage(lease, walk, page([{ id: "c", updatedAtMs: T + 5000 }]));
  expect(await walks.knownMissing(lease, { ...walk, kind: "updated", floorMs: T + 3000 }, 10)).toEqual(["a"]);
  expect(await walks.knownMissing(lease, { ...walk, kind: "updated", floorMs: null }, 10)).toEqual(["d", "a"]);
  expect(await walks.knownMissing(lease, { ...walk, kind: "updated", floorMs: null }, 1)).toEqual(["d"]);
});

test("named records are pending at once, without a time; a doubt keeps its time to look", async () => {
  const { lease } = await working(world, { kind: "test", lane: "manual", testRecordIds: ["1", "2"] });
  await walks.queueRecords(lease, ["1", "2", "1"]);
  await owner`update pending set cause = 'doubt', check_at = at_ms(${T}) where sync_id = ${lease.syncId} and record_id = '2'`;
  await walks.queueRecords(lease, ["2"]);
  expect(await pendingOf(lease)).toMatchObject([
    { id: "1", mark: 1, seen: null, cause: "test", check: null },
    { id: "2", mark: 2, seen: null, cause: "doubt", check: T },
  ]);
});
