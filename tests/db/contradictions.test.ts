import { expect, test } from "vitest";
import { createReceiptStore } from "@/lib/db/stores/receipts";
import { dbWorld, queueRows, settlementOf, working } from "./world";

const world = await dbWorld();
const { deliveries, walks, owner, db } = world;
const receipts = createReceiptStore(db);

const T = 1_700_000_000_000;
const COVERED = T + 1_000_000;

test("a contradiction holds the bookmark below it until a day after it landed by id, and no longer", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [{ id: "a", updatedAtMs: T }], COVERED);
  const walk = await walks.walkOfRun(lease);
  if (!walk) throw new Error("there is a walk");
  await receipts.noteContradictions(lease, walk, [{ id: "withheld", updatedAtMs: T + 500_000, receipts: ["R6"] }]);
  const opened = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, opened?.batchId ?? "", [settlementOf("a")]);
  const held = { bookmarkMs: T + 499_000 };
  expect(await deliveries.closeBatch(lease, opened?.batchId ?? "")).toEqual(held);
  const landed = (agoHours: number) =>
    owner`update contradictions set landed_at = clock_timestamp() - make_interval(hours => ${agoHours})`;
  await landed(23);
  expect(await deliveries.closeBatch(lease, null)).toEqual(held);
  await landed(25);
  expect(await deliveries.closeBatch(lease, null)).toEqual({ bookmarkMs: COVERED });
});
