import { expect, test } from "vitest";
import type { Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { CAPS, claimOf, dbWorld, deliveredOf, settlementOf, working } from "./world";

/*
 * An address has one owner, and whoever shares it is decided anew when its owner leaves.
 */

const world = await dbWorld();
const { deliveries, walks, owner } = world;

/** Delivers one record in a batch of its own. */
async function land(lease: Lease, id: string, more: Partial<Settlement> = {}): Promise<void> {
  await walks.queueRecords(lease, [id]);
  const batch = await deliveries.openBatch(lease, 10);
  const [answer] = await deliveries.claim(lease, CAPS, [
    claimOf(id, { addressHash: more.addressHash ?? `hash-${id}` }),
  ]);
  if (answer?.kind !== "claimed") throw new Error(answer?.kind);
  const mark = batch?.pending[0]?.mark ?? 0;
  await deliveries.settle(lease, batch?.batchId ?? "", [deliveredOf(id, answer.ledgerId, { mark, ...more })]);
  await deliveries.closeBatch(lease, batch?.batchId ?? "");
}

test("a record that is listed under an address takes it from the row that had it", async () => {
  const { lease } = await working(world);
  await land(lease, "1", { addressHash: "shared" });
  await land(lease, "2", { addressHash: "shared" });
  const { rows } = await deliveries.facts(lease, { recordIds: ["1", "2"], addressHashes: [] });
  expect([rows.get("1")?.listed, rows.get("2")?.listed]).toEqual([false, true]);
});

test("when an owner leaves an address, those who share it are pending again", async () => {
  const { lease } = await working(world);
  await land(lease, "1", { addressHash: "left" });
  await land(lease, "2", { addressHash: "left" });
  await land(lease, "2", { addressHash: "left", requeueHashes: ["left"] });
  const pending = await owner`select record_id as id, lane, cause from pending where sync_id = ${lease.syncId}`;
  expect([...pending]).toEqual([{ id: "1", lane: "scheduled", cause: "hook" }]);
});

test("who shared an address and was settled beside the owner who left it stays pending", async () => {
  const { lease } = await working(world);
  await land(lease, "1", { addressHash: "both" });
  await land(lease, "2", { addressHash: "both" });
  await walks.queueRecords(lease, ["1", "2"]);
  const batch = await deliveries.openBatch(lease, 10);
  const mark = 1;
  await deliveries.settle(lease, batch?.batchId ?? "", [
    settlementOf("1", { mark, outcome: "superseded", addressHash: "both" }),
    settlementOf("2", { mark, addressHash: "both", requeueHashes: ["both"] }),
  ]);
  const pending = await owner`select record_id as id, mark from pending where sync_id = ${lease.syncId}`;
  expect([...pending]).toEqual([{ id: "1", mark: 2 }]);
});

/** A run by hand in which the owner of an address that another shares leaves it, and which ends before it comes to the other. */
async function leaveByHand(schedule: object) {
  const { sync, lease } = await working(world, { lane: "manual" });
  await owner`update syncs set schedule = ${owner.json(schedule as never)} where id = ${sync.syncId}`;
  await land(lease, "1", { addressHash: "left" });
  await land(lease, "2", { addressHash: "left" });
  await land(lease, "2", { addressHash: "left", requeueHashes: ["left"] });
  return owner`select record_id as id, lane, cause from pending where sync_id = ${lease.syncId} order by lane::text`;
}

test("an owner who leaves in a run by hand: the schedule too is told of those who share the address", async () => {
  const told = await leaveByHand({ kind: "interval", minutes: 15 });
  expect([...told]).toEqual([
    { id: "1", lane: "manual", cause: "hook" },
    { id: "1", lane: "scheduled", cause: "hook" },
  ]);
});

test("without a schedule they wait for the next run by hand alone", async () => {
  expect([...(await leaveByHand({ kind: "off" }))]).toEqual([{ id: "1", lane: "manual", cause: "hook" }]);
});
