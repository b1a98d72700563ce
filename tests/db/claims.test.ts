import { expect, test } from "vitest";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { ClaimAnswer, Settlement } from "@/lib/runner/delivery-port";
import type { Lease } from "@/lib/runner/lease-port";
import { TIMING } from "@/lib/runner/timing";
import {
  CAPS,
  claimOf,
  dbWorld,
  deliveredOf,
  mintSync,
  never,
  queueRows,
  settlementOf,
  startRun,
  take,
  working,
} from "./world";

const world = await dbWorld();
const { deliveries, leases, owner } = world;

const T = 1_700_000_000_000;
const claimed = (answer: ClaimAnswer | undefined): string => {
  if (answer?.kind !== "claimed") throw new Error(`not claimed: ${answer?.kind}`);
  return answer.ledgerId;
};
const ledgerOf = async (lease: Lease) => [
  ...(await owner`select * from ledger where sync_id = ${lease.syncId} order by record_id, claimed_at`),
];
const used = async (lease: Lease) => (await leases.brief(lease.runId))?.used;

/** Queues the records, opens a batch over them and claims each. */
async function claimAll(lease: Lease, ids: string[]) {
  await queueRows(
    world,
    lease,
    ids.map((id) => ({ id, updatedAtMs: T })),
  );
  const batch = await deliveries.openBatch(lease, 250);
  const answers = await deliveries.claim(
    lease,
    CAPS,
    ids.map((id) => claimOf(id)),
  );
  return { batchId: batch?.batchId ?? "", ledgerIds: answers.map(claimed) };
}

test("a claim keeps body and address sealed; neither is anywhere in the database in the clear", async () => {
  const { lease } = await working(world);
  const { ledgerIds } = await claimAll(lease, ["1"]);
  const [row] = await ledgerOf(lease);
  expect(row).toMatchObject({
    id: ledgerIds[0],
    state: "claimed",
    epoch: "1",
    account: expect.stringContaining("brevo-"),
    closed_at: null,
  });
  expect(JSON.stringify(row)).not.toContain("example.com");
  expect(Buffer.from(row?.sealed_body).includes("example.com")).toBe(false);
  const facts = await deliveries.facts(lease, { recordIds: ["1"], addressHashes: [] });
  expect(facts.claims.get("1")).toEqual({
    ...{
      ledgerId: ledgerIds[0],
      state: "claimed",
      syncId: lease.syncId,
      recordId: "1",
      epoch: 1,
      looks: 0,
      sequence: 0,
    },
    ...{ claimedAtMs: expect.any(Number), payloadDigest: "digest-1", addressHash: "hash-1", destinationId: null },
    sent: claimOf("1").body,
  });
});

test("a sealed body that was moved to another record does not open", async () => {
  const { lease } = await working(world);
  await claimAll(lease, ["1", "2"]);
  await owner`
    update ledger set sealed_body = (select sealed_body from ledger where sync_id = ${lease.syncId} and record_id = '2')
    where sync_id = ${lease.syncId} and record_id = '1'`;
  await expect(deliveries.facts(lease, { recordIds: ["1"], addressHashes: [] })).rejects.toThrow(/authenticate/);
});

test("closing wipes the body, holding included; a doubt keeps it", async () => {
  const { lease } = await working(world);
  const { batchId, ledgerIds } = await claimAll(lease, ["1", "2", "3", "4"]);
  const [a = "", b = "", c = "", d = ""] = ledgerIds;
  await deliveries.settle(lease, batchId, [
    deliveredOf("1", a),
    settlementOf("2", {
      outcome: "held",
      reason: "bad",
      ledger: { id: b, to: "refused", errorCode: "bad" },
      callsUsed: 1,
    }),
    settlementOf("3", { outcome: "failed", ledger: { id: c, to: "released", errorCode: null } }),
    settlementOf("4", {
      outcome: "doubt",
      ledger: { id: d, to: "doubt", errorCode: "timeout" },
      callsUsed: 1,
      looks: 1,
      checkAtMs: T,
    }),
  ]);
  expect(
    (await ledgerOf(lease)).map((row) => [row.state, row.sealed_body === null, row.error_code, row.closed_at === null]),
  ).toEqual([
    ["completed", true, null, false],
    ["refused", true, "bad", false],
    ["released", true, null, false],
    ["doubt", false, "timeout", true],
  ]);
  await expect(owner`update ledger set sealed_body = '\\x00' where id = ${a}`).rejects.toMatchObject({
    constraint_name: "ledger_sealed_while_open",
  });
});

test("one open claim per record, one per address and account, over all syncs and workspaces at once; nobody deadlocks", async () => {
  const account = "brevo-shared";
  const first = await mintSync(world, { account });
  const second = await mintSync(world, { account, workspaceId: first.workspaceId });
  const foreign = await mintSync(world, { account });
  const runs = await Promise.all([first, second, foreign].map((sync) => working(world, {}, sync)));
  for (let round = 0; round < 6; round++) {
    const addresses = Array.from({ length: 250 }, (_, n) => `shared-${round}-${n}`);
    const answers = await Promise.all(
      runs.map(({ lease }, who) => {
        const order = who % 2 ? [...addresses].reverse() : addresses;
        return deliveries.claim(
          lease,
          CAPS,
          order.map((hash) => claimOf(`${who}-${hash}`, { addressHash: hash })),
        );
      }),
    );
    expect(answers.flat().filter((answer) => answer.kind === "claimed")).toHaveLength(addresses.length);
  }
  const open =
    await owner`select count(*)::int as n, count(distinct address_hash)::int as addresses from ledger where account = ${account} and state = 'claimed'`;
  expect(open[0]).toEqual({ n: 1500, addresses: 1500 });
  const [{ lease } = { lease: null }] = runs;
  if (!lease) return;
  const own = await deliveries.claim(lease, CAPS, [
    claimOf("r", { addressHash: "x" }),
    claimOf("r", { addressHash: "y" }),
  ]);
  expect(own.map((answer) => answer.kind)).toEqual(["claimed", "open_elsewhere"]);
});

test("claims are inserted in the order of their addresses: two syncs that want the same ones wait for each other", async () => {
  const { lease } = await working(world);
  await deliveries.claim(
    lease,
    CAPS,
    ["c", "a", "d", "b"].map((id) => claimOf(id)),
  );
  const inserted = await owner`select record_id as id from ledger where sync_id = ${lease.syncId} order by ctid`;
  expect(inserted.map((row) => row.id)).toEqual(["a", "b", "c", "d"]);
});

test("an address is free again once its claim is closed, and not while it is in doubt", async () => {
  const { lease } = await working(world);
  const { batchId, ledgerIds } = await claimAll(lease, ["1", "2"]);
  const [a = "", b = ""] = ledgerIds;
  await deliveries.settle(lease, batchId, [
    deliveredOf("1", a),
    settlementOf("2", { outcome: "doubt", ledger: { id: b, to: "doubt", errorCode: "timeout" }, callsUsed: 1 }),
  ]);
  const again = await deliveries.claim(lease, CAPS, [
    claimOf("7", { addressHash: "hash-1" }),
    claimOf("8", { addressHash: "hash-2" }),
  ]);
  expect(again.map((answer) => answer.kind)).toEqual(["claimed", "open_elsewhere"]);
});

test("caps are exact, in the order asked; what is exempt is outside; a capped claim is released and sends nothing", async () => {
  const { lease } = await working(world);
  const caps = { calls: 9, created: 2, written: 100, minutes: 60 };
  const answers = await deliveries.claim(lease, caps, [
    claimOf("1"),
    claimOf("2"),
    claimOf("3"),
    claimOf("4", { maybeCreates: false, calls: 2 }),
    claimOf("5", { exempt: true }),
    claimOf("6", { maybeCreates: false, calls: 1 }),
    claimOf("7", { maybeCreates: false, calls: 1 }),
  ]);
  expect(answers.map((answer) => answer.kind)).toEqual([
    "claimed",
    "claimed",
    "capped",
    "claimed",
    "claimed",
    "claimed",
    "capped",
  ]);
  expect(await used(lease)).toEqual({ calls: 9, created: 2, written: 4 });
  const capped = (await ledgerOf(lease)).filter((row) => row.error_code === "cap");
  expect(capped.map((row) => [row.record_id, row.state, row.sealed_body, row.calls])).toEqual([
    ["3", "released", null, 0],
    ["7", "released", null, 0],
  ]);
});

test("caps hold when two chunks claim at once", async () => {
  const { lease } = await working(world);
  const caps = { calls: 10, created: 100, written: 100, minutes: 60 };
  const chunks = Array.from({ length: 6 }, (_, n) =>
    deliveries.claim(lease, caps, [claimOf(`a${n}`), claimOf(`b${n}`)]),
  );
  const answers = (await Promise.all(chunks)).flat();
  expect(answers.filter((answer) => answer.kind === "claimed")).toHaveLength(3);
  expect(await used(lease)).toMatchObject({ calls: 9 });
});

test("what was outside the caps gives nothing back to them", async () => {
  const { lease } = await working(world);
  await queueRows(world, lease, [
    { id: "1", updatedAtMs: T },
    { id: "2", updatedAtMs: T },
  ]);
  const batch = await deliveries.openBatch(lease, 250);
  const [a, b] = await deliveries.claim(lease, CAPS, [claimOf("1"), claimOf("2", { exempt: true })]);
  await deliveries.settle(lease, batch?.batchId ?? "", [
    settlementOf("1", { outcome: "doubt", ledger: { id: claimed(a), to: "doubt", errorCode: "timeout" } }),
    settlementOf("2", { outcome: "failed", ledger: { id: claimed(b), to: "released", errorCode: null } }),
  ]);
  expect(await used(lease)).toEqual({ calls: 3, created: 1, written: 1 });
});

test("settling gives back the calls not made, the creations that were updates, and what was released unsent; a doubt that is given up may yet land, and gives nothing back", async () => {
  const { lease } = await working(world);
  const { batchId, ledgerIds } = await claimAll(lease, ["1", "2", "3", "4"]);
  const [a = "", b = "", c = "", d = ""] = ledgerIds;
  expect(await used(lease)).toEqual({ calls: 12, created: 4, written: 4 });
  const one = deliveredOf("2", b);
  const doubt: Settlement = settlementOf("4", {
    outcome: "doubt",
    ledger: { id: d, to: "doubt", errorCode: "timeout" },
    callsUsed: 1,
  });
  await deliveries.settle(lease, batchId, [
    deliveredOf("1", a),
    { ...one, applied: one.applied && { ...one.applied, created: false }, callsUsed: 1 },
    settlementOf("3", { outcome: "failed", ledger: { id: c, to: "released", errorCode: null } }),
    doubt,
  ]);
  expect(await used(lease)).toEqual({ calls: 2 + 1 + 0 + 1, created: 2, written: 3 });
  const batch = await deliveries.openBatch(lease, 10);
  await deliveries.settle(lease, batch?.batchId ?? "", [
    { ...doubt, mark: 1, callsUsed: 0, ledger: { id: d, to: "released", errorCode: "not_found_on_read_back" } },
  ]);
  expect(await used(lease)).toEqual({ calls: 4, created: 2, written: 3 });
});

test("a claim is settled once, under its own sync: anything else is a bug that changes nothing", async () => {
  const { lease } = await working(world);
  const { batchId, ledgerIds } = await claimAll(lease, ["1"]);
  const neighbour = await mintSync(world, { workspaceId: lease.workspaceId });
  const other = await working(world, {}, neighbour);
  const foreign = await claimAll(other.lease, ["1"]);
  await expect(
    deliveries.settle(other.lease, foreign.batchId, [deliveredOf("1", ledgerIds[0] ?? "")]),
  ).rejects.toBeInstanceOf(InvariantViolation);
  expect(await owner`select 1 from record_rows where sync_id = ${other.lease.syncId}`).toHaveLength(0);
  await deliveries.settle(lease, batchId, [deliveredOf("1", ledgerIds[0] ?? "")]);
  await expect(deliveries.settle(lease, batchId, [deliveredOf("1", ledgerIds[0] ?? "")])).rejects.toBeInstanceOf(
    InvariantViolation,
  );
});

test("claims that a dead execution left become doubts, due when their calls can no longer be on their way, and pending", async () => {
  const { lease, run } = await working(world);
  await claimAll(lease, ["1", "2"]);
  await owner`delete from pending where sync_id = ${lease.syncId} and record_id = '2'`;
  await owner`update leases set beat_at = clock_timestamp() - interval '2 minutes' where sync_id = ${lease.syncId}`;
  const again = await take(world, run);
  expect(again.kind).toBe("taken");
  const rows = await owner`
    select l.record_id as id, l.state, epoch_ms(l.check_at) - epoch_ms(l.claimed_at) as drain, p.cause, p.check_at = l.check_at as due, epoch_ms(p.seen_at) as seen
    from ledger l join pending p using (sync_id, record_id) where l.sync_id = ${lease.syncId} order by 1`;
  expect([...rows]).toEqual(
    ["1", "2"].map((id) => ({ id, state: "doubt", drain: TIMING.drainMs, cause: "doubt", due: true, seen: T })),
  );
});

test("what an execution adopts is counted once, when it lands: no batch of this run had counted it as doubt", async () => {
  const { sync, lease } = await working(world);
  await claimAll(lease, ["1"]);
  await leases.finish(lease, { state: "capped", failure: null, verdict: null }, never);
  const next = await take(world, await startRun(world, sync));
  if (next.kind !== "taken") throw new Error(next.kind);
  await owner`update pending set check_at = null where sync_id = ${sync.syncId}`;
  const batch = await deliveries.openBatch(next.lease, 10);
  const { claims } = await deliveries.facts(next.lease, { recordIds: ["1"], addressHashes: [] });
  await deliveries.settle(next.lease, batch?.batchId ?? "", [deliveredOf("1", claims.get("1")?.ledgerId ?? "")]);
  expect(await deliveries.counts(next.lease)).toMatchObject({ taken: 1, delivered: 1, doubt: 0 });
});
