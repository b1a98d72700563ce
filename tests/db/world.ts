import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll } from "vitest";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { createKeyRing } from "@/lib/db/key-ring";
import { announce, type RunRequest, requestRun } from "@/lib/db/run-requests";
import { connections } from "@/lib/db/schema/connections";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { workspaces } from "@/lib/db/schema/workspaces";
import { createDeliveryStore } from "@/lib/db/stores/deliveries";
import { createLeaseStore } from "@/lib/db/stores/leases";
import { createWalkStore } from "@/lib/db/stores/walks";
import { createWorkspaceKeys, masterKeyFrom } from "@/lib/db/workspace-keys";
import type { PublishedEnds } from "@/lib/rules/schema";
import type { ClaimRequest, Settlement } from "@/lib/runner/delivery-port";
import type { FinishedRun, Lease, StreakDecision } from "@/lib/runner/lease-port";
import { TIMING } from "@/lib/runner/timing";
import { testDb } from "../support/test-db";

/** A database of this test file's own, the app's pool to it, and the stores over it. */
export async function dbWorld() {
  const { sql: owner, url } = await testDb();
  const db = openDatabase(url, { connections: 20 });
  afterAll(() => db.$client.end());
  const master = masterKeyFrom(randomBytes(32).toString("base64"));
  const keys = createKeyRing(master);
  const stores = {
    leases: createLeaseStore(db, keys),
    walks: createWalkStore(db),
    deliveries: createDeliveryStore(db, keys),
  };
  return { owner, url, db, master, keys, ...stores };
}

export type DbWorld = Awaited<ReturnType<typeof dbWorld>>;

export interface MintedSync {
  workspaceId: string;
  syncId: string;
  publicationId: string;
  account: string;
}

/** A workspace with its keys, both connections and one active sync with a publication. */
export async function mintSync(
  { db, master }: Pick<DbWorld, "db" | "master">,
  given: { workspaceId?: string; account?: string } = {},
): Promise<MintedSync> {
  const workspaceId = given.workspaceId ?? randomUUID();
  const account = given.account ?? `brevo-${randomUUID()}`;
  return inWorkspace(
    workspaceId,
    async (tx) => {
      if (!given.workspaceId) {
        await tx.insert(workspaces).values({ id: workspaceId, name: "W", timeZone: "Europe/Berlin" });
        await createWorkspaceKeys(tx, master);
      }
      const base = { workspaceId, state: "connected" as const };
      const [source] = await tx
        .insert(connections)
        .values({ ...base, kind: "shopify", name: "S", identity: "gid://shopify/Shop/1" })
        .returning({ id: connections.id });
      const [destination] = await tx
        .insert(connections)
        .values({ ...base, kind: "brevo", name: "B", identity: account })
        .returning({ id: connections.id });
      if (!source || !destination) throw new Error("no connection");
      const syncId = randomUUID();
      await tx.insert(syncs).values({
        id: syncId,
        workspaceId,
        name: "Customers",
        sourceConnectionId: source.id,
        destinationConnectionId: destination.id,
      });
      const ends: PublishedEnds = {
        source: {
          connectionId: source.id,
          kind: "shopify",
          identity: "gid://shopify/Shop/1",
          timeZone: "Europe/Berlin",
          currency: "EUR",
        },
        destination: { connectionId: destination.id, kind: "brevo", identity: account },
        sourceApiVersion: "2026-07",
      };
      const publicationId = await publish(tx, { workspaceId, syncId, number: 1, ends });
      return { workspaceId, syncId, publicationId, account };
    },
    db,
  );
}

/** Publishes version `number` and makes it the live one. */
export async function publish(
  tx: Parameters<Parameters<typeof inWorkspace>[1]>[0],
  of: { workspaceId: string; syncId: string; number: number; ends: PublishedEnds },
): Promise<string> {
  const [made] = await tx
    .insert(publications)
    .values({
      ...of,
      rule: { version: 1 },
      digest: "d".repeat(64),
      signature: "s".repeat(64),
      publishedBy: randomUUID(),
    })
    .returning({ id: publications.id });
  if (!made) throw new Error("no publication");
  await tx.update(syncs).set({ state: "active", livePublicationId: made.id }).where(eq(syncs.id, of.syncId));
  return made.id;
}

export interface AnnouncedRun {
  runId: string;
  driver: string;
}

/** Requests a run and announces it. */
export async function startRun(
  { db }: { db: Database },
  sync: MintedSync,
  request: Partial<RunRequest> = {},
): Promise<AnnouncedRun> {
  const requested = await inWorkspace(
    sync.workspaceId,
    (tx) =>
      requestRun(tx, { syncId: sync.syncId, lane: "scheduled", kind: "ordinary", requestedBy: "schedule", ...request }),
    db,
  );
  const driver = await announce(sync.workspaceId, requested.runId, db);
  if (driver === null) throw new Error(`run ${requested.runId} is over`);
  return { runId: requested.runId, driver };
}

/** Takes the lease for the run. */
export async function take({ leases }: Pick<DbWorld, "leases">, run: AnnouncedRun, timing = TIMING) {
  const brief = await leases.brief(run.runId);
  if (!brief) throw new Error("no brief");
  return leases.take({ brief, driver: run.driver, timing });
}

/** A run of a new sync that holds its lease. */
export async function working(
  world: DbWorld,
  request: Partial<RunRequest> = {},
  sync?: MintedSync,
): Promise<{ sync: MintedSync; run: AnnouncedRun; lease: Lease }> {
  const minted = sync ?? (await mintSync(world));
  const run = await startRun(world, minted, request);
  const answer = await take(world, run);
  if (answer.kind !== "taken") throw new Error(`lease not taken: ${answer.kind}`);
  return { sync: minted, run, lease: answer.lease };
}

export const never = (_finished: FinishedRun[], _threshold: number): StreakDecision | null => null;

export const claimOf = (recordId: string, more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  recordId,
  deliveryKey: `key-${recordId}`,
  addressHash: `hash-${recordId}`,
  payloadDigest: `digest-${recordId}`,
  sequence: 0,
  destinationId: null,
  body: {
    address: `person-${recordId}@example.com`,
    payload: { attributes: {}, listIds: [1], unlinkListIds: [] },
    sourceUpdatedAtMs: 1_700_000_000_000,
  },
  maybeCreates: true,
  calls: 3,
  exempt: false,
  ...more,
});

export const settlementOf = (recordId: string, more: Partial<Settlement> = {}): Settlement => ({
  recordId,
  mark: 1,
  outcome: "unchanged",
  reason: null,
  notes: [],
  sourceUpdatedAtMs: 1_700_000_000_000,
  readAtMs: 1_700_000_500_000,
  addressHash: `hash-${recordId}`,
  consentState: "SUBSCRIBED",
  ledger: null,
  applied: null,
  checkAtMs: null,
  looks: 0,
  doubtRuns: 0,
  callsUsed: 0,
  tombstone: false,
  again: null,
  requeueHashes: [],
  landedLate: null,
  ...more,
});

/** A settlement of an applied write. */
export const deliveredOf = (recordId: string, ledgerId: string, more: Partial<Settlement> = {}): Settlement =>
  settlementOf(recordId, {
    outcome: "delivered",
    ledger: { id: ledgerId, to: "completed", errorCode: null },
    applied: {
      digest: `digest-${recordId}`,
      sequence: 1,
      destinationId: `brevo-${recordId}`,
      created: true,
      listed: true,
    },
    callsUsed: 2,
    ...more,
  });

export const CAPS = { calls: 1_000_000, created: 1_000_000, written: 1_000_000, minutes: 60 };

/** Walks one page of records and judges it, so that they are pending. */
export async function queueRows(
  { walks }: Pick<DbWorld, "walks">,
  lease: Lease,
  rows: { id: string; updatedAtMs: number; subscribed?: boolean }[],
  coveredMs: number | null = 1_800_000_000_000,
): Promise<void> {
  const walk = await walks.beginWalk(lease, { kind: "updated", floorMs: null, t0Ms: 1_800_000_000_000 });
  await walks.savePage(lease, walk, {
    rows: rows.map((row) => ({ subscribed: true, ...row })),
    cursor: null,
    marginMs: 120_000,
    includeKnown: false,
    last: true,
  });
  await walks.judgeWalk(lease, walk, { coveredMs, verdict: "healthy", evidence: evidenceOf(rows.length) });
}

export const evidenceOf = (rows: number) => ({
  walkKind: "updated" as const,
  floorMs: null,
  t0Ms: 1_800_000_000_000,
  pages: 1,
  rows,
  queued: rows,
  lowestMs: null,
  ending: "end_of_list" as const,
  missed: 0,
  missedAlive: 0,
  exactTotal: null,
  failedReceipts: [],
});
