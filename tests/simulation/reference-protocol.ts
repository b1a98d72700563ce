import { createHash } from "node:crypto";
import type { CustomerRecord } from "@/lib/rules/customer";
import { evaluate } from "@/lib/rules/evaluate";
import type { ContactPayload } from "@/lib/rules/payload";
import { ENDS } from "../support/world/world";
import type { Execution } from "./execution";
import type { SimulatedWorld } from "./world";

/*
 * What the product that ours is modelled on publishes of its protocol, to compare with. What it does with a claim that a dead run left is not published:
 * three policies.
 */

export const STALE_CLAIM_POLICIES = ["send_again", "take_for_sent", "fail_run"] as const;
export type StaleClaimPolicy = (typeof STALE_CLAIM_POLICIES)[number];

export type ReferenceLane = "scheduled" | "manual";
export type ReferenceEnd = "done" | "collided" | "failed";

interface Cursor {
  updatedAtMs: number;
  id: string;
}

const LEASE_MS = 15 * 60_000;
const RENEW_MS = 5 * 60_000;
const PAGE = 3;

/** Everything that the protocol keeps: one lease, a cursor for each lane, keys claimed or completed (forgotten after seven days: never, here). */
export class ReferenceState {
  lease: { holder: string; expiresAtMs: number; renewedAtMs: number } | null = null;
  readonly cursors = new Map<ReferenceLane, Cursor>();
  readonly ledger = new Map<string, "claimed" | "completed">();
  /** By key, which version of which record it stands for. */
  readonly versions = new Map<string, string>();
  /** Records that were ever put on the list: their withdrawals are written. */
  readonly written = new Set<string>();
}

/** One run of the protocol: pages after the cursor, each record claimed, sent and completed, the cursor moved at the end of the page. */
export async function runReference(
  world: SimulatedWorld,
  state: ReferenceState,
  execution: Execution,
  run: { id: string; lane: ReferenceLane; policy: StaleClaimPolicy },
): Promise<ReferenceEnd> {
  const store = storeOf(execution);
  if (!(await store("take", () => takeLease(world, state, run.id)))) return "collided";
  for (;;) {
    const cursor = state.cursors.get(run.lane) ?? null;
    const page = await readPage(world, execution, cursor);
    if (page === null) return "failed";
    const last = page.at(-1);
    if (!last) break;
    for (const [position, record] of page.entries()) {
      const end = await deliverRecord(world, state, execution, { ...run, cursor, position, record });
      if (end !== "done") return end;
    }
    const moved = await store("move", () => {
      if (!holdsLease(world, state, run.id)) return false;
      state.cursors.set(run.lane, { updatedAtMs: last.updatedAtMs, id: last.id });
      return true;
    });
    if (!moved) return "collided";
  }
  await store("give back", () => {
    if (state.lease?.holder === run.id) state.lease = null;
  });
  return "done";
}

interface Delivery {
  id: string;
  policy: StaleClaimPolicy;
  cursor: Cursor | null;
  position: number;
  record: CustomerRecord;
}

async function deliverRecord(
  world: SimulatedWorld,
  state: ReferenceState,
  execution: Execution,
  delivery: Delivery,
): Promise<ReferenceEnd> {
  const { id, policy, record } = delivery;
  const store = storeOf(execution);
  const payload = payloadOf(world, state, record);
  if (payload === null) return "done";
  const key = keyOf(delivery);
  state.versions.set(key, `${record.id}:${JSON.stringify(record)}`);
  const claim = await store("claim", () => {
    if (!holdsLease(world, state, id)) return "lost" as const;
    const before = state.ledger.get(key) ?? "new";
    if (before === "new" || (before === "claimed" && policy === "send_again")) state.ledger.set(key, "claimed");
    return before;
  });
  if (claim === "lost") return "collided";
  if (claim === "completed" || (claim === "claimed" && policy === "take_for_sent")) return "done";
  if (claim === "claimed" && policy === "fail_run") return "failed";
  const account = world.account.client(execution, id, () => record.id);
  const target = { by: "address", address: record.email?.address ?? "" } as const;
  const answer = await account.write({ target, payload, deliveryKey: key });
  const settled = answer.kind === "applied" || answer.kind === "permanent";
  await store("settle", () => {
    if (settled) state.ledger.set(key, "completed");
    else state.ledger.delete(key);
    if (answer.kind === "applied") state.written.add(record.id);
  });
  return settled ? "done" : "failed";
}

/** What the rule makes of the record as the page shows it; null when there is nothing to send. */
function payloadOf(world: SimulatedWorld, state: ReferenceState, record: CustomerRecord): ContactPayload | null {
  const { rule } = world.livePublication();
  const made = evaluate(record, {
    rule,
    timeZone: ENDS.source.timeZone,
    nowMs: world.simulation.nowMs + 2 * 3_600_000,
  });
  if (made.kind === "deliver") return made.payload;
  return made.kind === "refuse" && state.written.has(record.id) ? made.withdrawal : null;
}

async function readPage(
  world: SimulatedWorld,
  execution: Execution,
  cursor: Cursor | null,
): Promise<CustomerRecord[] | null> {
  return world.shop.ascendingClient(execution)(cursor, PAGE);
}

const storeOf =
  (execution: Execution) =>
  <T>(name: string, effect: () => T): Promise<T> => {
    const answerInMs = execution.simulation.prng.between(2, 40);
    const effectInMs = Math.floor(answerInMs / 2);
    return execution.reach({ name: `reference.${name}`, kind: "store", effectInMs, answerInMs, effect });
  };

function takeLease(world: SimulatedWorld, state: ReferenceState, holder: string): boolean {
  const { nowMs } = world.simulation;
  if (state.lease && state.lease.holder !== holder && state.lease.expiresAtMs > nowMs) return false;
  state.lease = { holder, expiresAtMs: nowMs + LEASE_MS, renewedAtMs: nowMs };
  return true;
}

function holdsLease(world: SimulatedWorld, state: ReferenceState, holder: string): boolean {
  const { nowMs } = world.simulation;
  if (state.lease?.holder !== holder || state.lease.expiresAtMs <= nowMs) return false;
  if (nowMs - state.lease.renewedAtMs > RENEW_MS)
    state.lease = { holder, expiresAtMs: nowMs + LEASE_MS, renewedAtMs: nowMs };
  return true;
}

/** hash(sync, source, page cursor, position on the page, record). */
const keyOf = ({ cursor, position, record }: Delivery): string =>
  createHash("sha256")
    .update(JSON.stringify(["sync-1", "source-1", cursor, position, record]))
    .digest("hex");
