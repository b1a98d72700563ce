import { expect, test } from "vitest";
import type { Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { CAPS, claimOf, dbWorld, deliveredOf, settlementOf, working } from "./world";

const world = await dbWorld();
const { deliveries, walks, owner } = world;

const T = 1_700_000_000_000;

/** Settles these records in a batch of their own, with a claim where one is needed. */
async function land(lease: Lease, settlements: Settlement[]) {
  await walks.queueRecords(
    lease,
    settlements.map((one) => one.recordId),
  );
  const batch = await deliveries.openBatch(lease, 250);
  const marks = new Map(batch?.pending.map((row) => [row.recordId, row.mark]));
  const ready: Settlement[] = [];
  for (const one of settlements) {
    const mark = marks.get(one.recordId) ?? 0;
    if (!one.ledger) ready.push({ ...one, mark });
    else {
      const [answer] = await deliveries.claim(lease, CAPS, [
        claimOf(one.recordId, { addressHash: one.addressHash ?? "" }),
      ]);
      if (answer?.kind !== "claimed") throw new Error(answer?.kind);
      ready.push({ ...one, mark, ledger: { ...one.ledger, id: answer.ledgerId } });
    }
  }
  await deliveries.settle(lease, batch?.batchId ?? "", ready);
  await deliveries.closeBatch(lease, batch?.batchId ?? "");
}

const rowOf = async (lease: Lease, id: string) =>
  (await deliveries.facts(lease, { recordIds: [id], addressHashes: [] })).rows.get(id);

test("a record row tells what was last done, whatever the outcome", async () => {
  const { lease, sync } = await working(world);
  await land(lease, [
    deliveredOf("1", "-", { notes: ["SMS:phone_does_not_parse"] }),
    settlementOf("2", { outcome: "refused", reason: "no_address", addressHash: null }),
  ]);
  expect(await rowOf(lease, "1")).toEqual({
    ...{
      recordId: "1",
      outcome: "delivered",
      appliedDigest: "digest-1",
      sourceUpdatedAtMs: T,
      readAtMs: T + 500_000,
      sequence: 1,
    },
    ...{ addressHash: "hash-1", destinationId: "brevo-1", listed: true, optedOut: false },
    settledAtMs: expect.closeTo(Date.now(), -5),
  });
  expect(await rowOf(lease, "2")).toMatchObject({
    outcome: "refused",
    appliedDigest: null,
    sequence: 0,
    addressHash: null,
    listed: false,
  });
  const [stored] =
    await owner`select reason, notes, consent_state, publication_id, run_id, account from record_rows where sync_id = ${lease.syncId} and record_id = '1'`;
  expect(stored).toEqual({
    ...{ reason: null, notes: ["SMS:phone_does_not_parse"], consent_state: "SUBSCRIBED" },
    ...{ publication_id: sync.publicationId, run_id: lease.runId, account: sync.account },
  });
});

test("a later look without a write keeps what was applied; times never go back", async () => {
  const { lease } = await working(world);
  await land(lease, [deliveredOf("1", "-", { sourceUpdatedAtMs: T + 9000 })]);
  await land(lease, [
    settlementOf("1", { outcome: "superseded", reason: "older_version", sourceUpdatedAtMs: T, readAtMs: T }),
  ]);
  expect(await rowOf(lease, "1")).toMatchObject({
    outcome: "superseded",
    appliedDigest: "digest-1",
    sequence: 1,
    sourceUpdatedAtMs: T + 9000,
    readAtMs: T + 500_000,
    listed: true,
    destinationId: "brevo-1",
  });
});

test("a doubt that proves applied while the source moved on is noted as applied, and the record stays pending", async () => {
  const { lease } = await working(world);
  await land(lease, [deliveredOf("1", "-", { outcome: "doubt", reason: "moved_on", checkAtMs: T })]);
  expect(await rowOf(lease, "1")).toMatchObject({
    outcome: "delivered",
    appliedDigest: "digest-1",
    sequence: 1,
    listed: true,
  });
  expect(await owner`select 1 from pending where sync_id = ${lease.syncId}`).toHaveLength(1);
});

test("while a contact is listed, an address that was not applied does not replace the one under which it is", async () => {
  const { lease } = await working(world);
  await land(lease, [deliveredOf("1", "-")]);
  await land(lease, [
    settlementOf("1", { outcome: "superseded", reason: "address_owned_by_other", addressHash: "hash-new" }),
  ]);
  expect(await rowOf(lease, "1")).toMatchObject({ addressHash: "hash-1", destinationId: "brevo-1", listed: true });
});

test("once it is off the lists, a new address makes a new contact: the old id and digest no longer count", async () => {
  const { lease } = await working(world);
  const withdrawn = { digest: "off", sequence: 2, destinationId: "brevo-1", created: false, listed: false };
  await land(lease, [deliveredOf("1", "-")]);
  await land(lease, [deliveredOf("1", "-", { outcome: "refused", reason: "unsubscribed", applied: withdrawn })]);
  expect(await rowOf(lease, "1")).toMatchObject({
    addressHash: "hash-1",
    destinationId: "brevo-1",
    appliedDigest: "off",
    listed: false,
  });
  await land(lease, [settlementOf("1", { outcome: "refused", reason: "unsubscribed", addressHash: "hash-new" })]);
  expect(await rowOf(lease, "1")).toMatchObject({
    addressHash: "hash-new",
    destinationId: null,
    appliedDigest: null,
    sequence: 2,
  });
});

test("a write under a new address does not inherit the id of the old contact", async () => {
  const { lease } = await working(world);
  const applied = { digest: "d2", sequence: 2, destinationId: null, created: true, listed: true };
  await land(lease, [deliveredOf("1", "-")]);
  await land(lease, [deliveredOf("1", "-", { addressHash: "hash-new", applied })]);
  expect(await rowOf(lease, "1")).toMatchObject({ addressHash: "hash-new", destinationId: null, appliedDigest: "d2" });
});

test("who owns an address: the one listed under it; who has opted out is told beside; what is gone owns nothing", async () => {
  const { lease } = await working(world);
  const at = (id: string, addressHash: string, sourceUpdatedAtMs: number, more: Partial<Settlement> = {}) =>
    deliveredOf(id, "-", { addressHash, sourceUpdatedAtMs, ...more });
  await land(lease, [at("1", "a", T)]);
  await land(lease, [at("2", "a", T + 5)]);
  await land(lease, [at("3", "b", T + 9)]);
  await land(lease, [
    settlementOf("4", {
      outcome: "refused",
      reason: "unsubscribed",
      consentState: "UNSUBSCRIBED",
      addressHash: "b",
      sourceUpdatedAtMs: T,
    }),
  ]);
  await land(lease, [
    settlementOf("5", {
      outcome: "refused",
      reason: "not_subscribed",
      consentState: "NOT_SUBSCRIBED",
      addressHash: "c",
    }),
  ]);
  await land(lease, [at("6", "d", T)]);
  await land(lease, [
    settlementOf("6", { outcome: "gone", addressHash: null, consentState: null, sourceUpdatedAtMs: null }),
  ]);
  const { owners, optOuts } = await deliveries.facts(lease, {
    recordIds: [],
    addressHashes: ["a", "b", "c", "d", "e"],
  });
  expect(Object.fromEntries(owners)).toEqual({
    a: { recordId: "2", sourceUpdatedAtMs: T + 5 },
    b: { recordId: "3", sourceUpdatedAtMs: T + 9 },
  });
  expect(Object.fromEntries(optOuts)).toEqual({ b: ["4"] });
});

test("suppressed addresses and tombstoned records of this account are told, lifted ones are not; an erased contact is never known again", async () => {
  const { lease, sync } = await working(world);
  await land(lease, [deliveredOf("1", "-")]);
  await land(lease, [settlementOf("1", { outcome: "refused", reason: "suppressed", tombstone: true })]);
  await owner`
    insert into suppressions (workspace_id, account, address_hash, reason, lifted_at) values
      (${sync.workspaceId}, ${sync.account}, 'a', 'unsubscribed', null), (${sync.workspaceId}, ${sync.account}, 'b', 'unsubscribed', now()),
      (${sync.workspaceId}, 'brevo-other', 'c', 'unsubscribed', null)`;
  const facts = await deliveries.facts(lease, { recordIds: ["1", "2"], addressHashes: ["a", "b", "c"] });
  expect([...facts.suppressed]).toEqual(["a"]);
  expect([...facts.tombstoned]).toEqual(["1"]);
  expect(facts.rows.get("1")).toMatchObject({ listed: false, destinationId: null, appliedDigest: null });
});

test("an erased contact's record stands at the address that its customer has now", async () => {
  const { lease } = await working(world);
  await land(lease, [deliveredOf("1", "-")]);
  await land(lease, [
    settlementOf("1", { outcome: "refused", reason: "suppressed", tombstone: true, addressHash: "hash-new" }),
  ]);
  expect(await rowOf(lease, "1")).toMatchObject({ addressHash: "hash-new", listed: false, destinationId: null });
});

test("another sync's rows are not this one's facts", async () => {
  const [a, b] = [await working(world), await working(world)];
  await land(a.lease, [deliveredOf("1", "-")]);
  const facts = await deliveries.facts(b.lease, { recordIds: ["1"], addressHashes: ["hash-1"] });
  expect([facts.rows.size, facts.owners.size, facts.claims.size]).toEqual([0, 0, 0]);
});
