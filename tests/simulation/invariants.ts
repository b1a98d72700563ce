import type { SourceRecord } from "@/lib/rules/customer";
import type { Rule } from "@/lib/rules/schema";
import type { Lease, LeaseStore, StopWish } from "@/lib/runner/lease-port";
import type { Walk, WalkStore } from "@/lib/runner/reading-ports";
import type { Lane } from "@/lib/runner/states";
import type { Timing } from "@/lib/runner/timing";
import type { MemoryState } from "../support/world/memory-state";
import { type Execution, StoreUnreachable } from "./execution";
import type { Call, Contact, SimulatedAccount } from "./simulated-account";
import type { SimulatedShop } from "./simulated-shop";
import type { Simulation } from "./simulation";

/** What an execution last knew: reads by id, and its last beat. */
interface Seen {
  reads: Map<string, { atMs: number; record: SourceRecord | null }>;
  beatAtMs: number;
  /** What people wanted of the run at its last beat, and at the last one whose answer arrived. */
  wishAtBeat: StopWish;
  wish: StopWish;
}

/** What the invariants look at in a world. */
export interface Watched {
  readonly simulation: Simulation;
  readonly shop: SimulatedShop;
  readonly account: SimulatedAccount;
  readonly state: MemoryState;
  readonly timing: Timing;
  readonly publications: ReadonlyMap<string, { number: number; rule: Rule }>;
  wishOf(runId: string): StopWish;
  livePublication(): { rule: Rule };
}

/** Lists may show a change this much later: what became visible after it does not count against the bookmark. */
const SETTLED_MS = 15 * 60_000;

/** A single row of a list is stale for at most so long. */
const STALE_MS = 8 * 60_000;

/** Between a look and the call that it allows. */
const LOOKED_MS = 5_000;

/** What must hold after every step. Looks at what happened, not at what the runner says. */
export class Invariants {
  /** Calls that left an execution which had lost its slot already; its claims are drained. */
  staleCalls = 0;
  private readonly seen = new Map<Execution, Seen>();
  private readonly effects = new Map<string, Call[]>();
  private readonly perRun = new Map<string, { calls: number; created: number; written: number }>();
  private readonly bookmarks = new Map<Lane, number | null>();
  private lastEpoch = 0;

  constructor(private readonly world: Watched) {
    world.account.onLeave = (call) => this.checkLeaving(call);
    world.account.onEffect = (call, contact) => this.checkEffect(call, contact);
    world.state.onCommit = (lease, what) => this.checkCommit(lease, what);
    world.simulation.afterStep = () => this.checkStores();
  }

  noteRead(execution: Execution, records: Map<string, SourceRecord | null>): void {
    const { reads } = this.seenBy(execution);
    for (const [id, record] of records) reads.set(id, { atMs: this.nowMs, record });
  }

  /** An exception that the runner did not foresee is a bug, unless the store could not be reached. */
  noteReport(error: unknown): void {
    if (error instanceof StoreUnreachable) return;
    this.violate("unforeseen", error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }

  /** Notes, at the instant of a beat, whether people want the run to stop: whatever the store answers. */
  witnessBeats(execution: Execution, leases: LeaseStore): LeaseStore {
    const seen = this.seenBy(execution);
    return replaced(leases, {
      beat: (lease, timing) => {
        seen.wishAtBeat = this.world.wishOf(lease.runId);
        return leases.beat(lease, timing);
      },
    });
  }

  /** Notes when a lease or beat took effect once its answer has arrived. */
  watchBeats(execution: Execution, leases: LeaseStore): LeaseStore {
    const seen = this.seenBy(execution);
    return replaced(leases, {
      beat: async (lease, timing) => {
        const came = await leases.beat(lease, timing);
        Object.assign(seen, { beatAtMs: came.nowMs, wish: seen.wishAtBeat });
        return came;
      },
      take: async (input) => {
        const came = await leases.take(input);
        if (came.kind === "taken") seen.beatAtMs = came.nowMs;
        return came;
      },
    });
  }

  /** Looks at each read as it is judged. */
  watchReads(walks: WalkStore): WalkStore {
    return replaced(walks, {
      judgeWalk: (lease, walk, input) => {
        if (input.verdict !== "suspect_short") this.checkGreen(lease, walk);
        return walks.judgeWalk(lease, walk, input);
      },
    });
  }

  /** A green read to which a record was withheld that the index shows and reads by id confirm: one that was not even noted, or noted before. */
  private checkGreen(lease: Lease, walk: Walk): void {
    const { shop, state } = this.world;
    const startedAtMs = state.walks.find((one) => one.id === walk.id)?.startedAtMs ?? 0;
    if (walk.kind !== "updated") return;
    for (const { current, visibleAtMs } of shop.records.values()) {
      const { id, updatedAtMs } = current;
      const inSpan = updatedAtMs >= (walk.floorMs ?? 0) && updatedAtMs < Math.floor(walk.t0Ms / 1000) * 1000;
      if (!inSpan || visibleAtMs > startedAtMs - STALE_MS) continue;
      if (!shop.incidents.withheldSince({ id, visibleAtMs }, startedAtMs)) continue;
      if (state.rows.get(id)?.metByWalk === walk.id || state.queue(lease.lane).get(id)?.metByWalk === walk.id) continue;
      const noted = state.contradictions(lease.lane).get(id);
      if (noted?.looks !== 1) this.violate("false_green", `${lease.lane}: ${id} was withheld from ${walk.id}`);
    }
  }

  private checkLeaving(call: Call): void {
    const seen = this.seenBy(call.execution);
    const what = `${call.execution.name} writes ${call.recordId}`;
    const { state, timing, publications } = { ...this.world, publications: this.world.publications };
    const ageMs = this.nowMs - seen.beatAtMs;
    if (ageMs >= 45_000) this.violate("late_call", `${what} ${ageMs} ms after its last beat`);
    if (seen.wish !== null) this.violate("unwanted_call", `${what} although ${seen.wish}`);
    if (state.lease.runId !== call.runId) this.staleCalls++;
    const publication = publications.get(state.run(call.runId).brief.publication.id);
    const carried = Object.keys(call.payload.attributes).filter((name) => /^P\d+$/.test(name));
    if (call.payload.listIds.length > 0 && carried.join() !== `P${publication?.number}`)
      this.violate("mixed_publications", `${what} by ${carried.join()}, its run by P${publication?.number}`);
    if (this.standsAlready(call)) this.violate("blind_repeat", `${what} again, which a look would have shown`);
    if (call.payload.listIds.length > 0) this.checkConsent(call, seen, what, timing.rereadMs);
  }

  /** Whether this very delivery was carried out a while ago. Where calls land late, a look cannot always show it. */
  private standsAlready(call: Call): boolean {
    const { profile } = this.world.simulation;
    if (profile.lateEffects > 0 || profile.freezesAtSocket) return false;
    if (call.target.by === "address" && this.world.account.erased.has(call.target.address)) return false;
    return this.world.account.calls.some(
      (other) =>
        other.key === call.key &&
        other.digest === call.digest &&
        other.effectAtMs !== null &&
        other.effectAtMs < this.nowMs - LOOKED_MS,
    );
  }

  private checkConsent(call: Call, seen: Seen, what: string, freshForMs: number): void {
    const read = seen.reads.get(call.recordId);
    const email = read?.record?.email;
    const proven = email?.state === "SUBSCRIBED" && email.updatedAtMs !== null && email.updatedAtMs <= this.nowMs;
    if (!read || !proven) this.violate("without_consent", `${what}, whose consent was not proven when it was read`);
    else if (this.nowMs - read.atMs > Math.min(freshForMs, 15_000) + 1000)
      this.violate("stale_read", `${what} ${this.nowMs - read.atMs} ms after it was read by id`);
  }

  private checkEffect(call: Call, contact: Contact | null): void {
    const { simulation } = this.world;
    const before = this.effects.get(call.recordId) ?? [];
    const sameKey = before.filter((other) => other.key === call.key && other.digest === call.digest);
    const again =
      contact?.lastWrite?.digest === call.digest &&
      contact.lastWrite.recordId === call.recordId &&
      !this.world.state.run(call.runId).brief.resend;
    if (sameKey.length > 0 || again) simulation.tally.repeats++;
    const lost = this.world.account.calls.filter((other) => other.recordId === call.recordId && isLost(other));
    const repeatsOfKey = sameKey.length;
    if (repeatsOfKey > lost.filter((other) => other.key === call.key).length)
      this.violate("repeat", `${call.recordId}: key ${call.key.slice(0, 6)} applied ${repeatsOfKey + 1} times`);
    if (again && lost.length === 0) this.violate("repeat", `${call.recordId}: the same content twice, no answer lost`);
    this.effects.set(call.recordId, [...before, call]);
    this.checkCaps(call, contact);
  }

  private checkCaps(call: Call, contact: Contact | null): void {
    if (call.payload.listIds.length === 0 || call.payload.emailBlacklisted) return;
    if (call.inDoubt && !this.world.simulation.profile.capsCountLateCalls) return;
    const used = this.perRun.get(call.runId) ?? { calls: 0, created: 0, written: 0 };
    this.perRun.set(call.runId, used);
    used.calls += contact && call.target.by === "address" && !call.created ? 2 : 1;
    if (call.applied) used.written++;
    const wasErased = contact !== null && this.world.account.erased.has(contact.address);
    if (call.created && !wasErased) used.created++;
    const { caps } = this.world.livePublication().rule;
    for (const cap of ["calls", "created", "written"] as const)
      if (used[cap] > caps[cap]) this.violate("cap_overrun", `${call.runId}: ${cap} ${used[cap]} of ${caps[cap]}`);
  }

  private checkCommit(lease: Lease, what: string): void {
    const { lease: held } = this.world.state;
    if (lease.epoch !== held.epoch || lease.runId !== held.runId || lease.epoch < this.lastEpoch)
      this.violate("double_commit", `${what} by epoch ${lease.epoch} of ${lease.runId}, held by ${held.epoch}`);
    if (what === "take" && lease.epoch !== this.lastEpoch + 1)
      this.violate("double_commit", `epoch ${lease.epoch} was given twice`);
    this.lastEpoch = Math.max(this.lastEpoch, lease.epoch);
  }

  private checkStores(): void {
    const { state } = this.world;
    this.checkOpenClaims();
    for (const batch of state.batches.slice(-2)) {
      const { taken, ...outcomes } = batch.counts;
      const sum = Object.values(outcomes).reduce((total, count) => total + count, 0);
      if (sum > taken || (batch.returned !== null && sum + batch.returned !== taken))
        this.violate("counts", `a batch of ${taken} counts ${sum}, gave back ${batch.returned}`);
    }
    for (const lane of ["scheduled", "manual"] as const) this.checkBookmark(lane);
  }

  private checkOpenClaims(): void {
    const open = this.world.state.openClaims();
    if (open.length < 2) return;
    const records = new Set(open.map((claim) => claim.recordId));
    const addresses = new Set(open.map((claim) => claim.addressHash));
    if (records.size < open.length || addresses.size < open.length)
      this.violate("two_open_claims", `${open.length} open, ${records.size} records, ${addresses.size} addresses`);
  }

  private checkBookmark(lane: Lane): void {
    const { atMs, coveredMs } = this.world.state.bookmark(lane);
    const before = this.bookmarks.get(lane) ?? null;
    if (atMs === before) return;
    this.bookmarks.set(lane, atMs);
    if (before !== null && (atMs === null || atMs < before))
      this.violate("bookmark_back", `${lane}: ${before} to ${atMs}`);
    if (atMs === null || coveredMs === null) return;
    for (const { current, visibleAtMs } of this.world.shop.records.values()) {
      if (current.updatedAtMs > atMs || visibleAtMs > coveredMs - SETTLED_MS) continue;
      if (this.isExcused(lane, current.id)) continue;
      const row = this.world.state.rows.get(current.id);
      if ((row?.sourceUpdatedAtMs ?? 0) < current.updatedAtMs)
        this.violate("bookmark_ahead", `${lane}: ${current.id} has not landed, the bookmark is beyond it`);
    }
  }

  /** What answered null by id lets the batch land and is looked at a day later; what list and index withheld alike, no receipt can see: the sweeps bound both. */
  private isExcused(lane: Lane, id: string): boolean {
    return this.world.state.queue(lane).get(id)?.cause === "vanished" || this.world.shop.unseen.has(id);
  }

  private seenBy(execution: Execution): Seen {
    const known = this.seen.get(execution);
    if (known) return known;
    const fresh: Seen = { reads: new Map(), beatAtMs: Number.NEGATIVE_INFINITY, wishAtBeat: null, wish: null };
    this.seen.set(execution, fresh);
    return fresh;
  }

  private get nowMs(): number {
    return this.world.simulation.nowMs;
  }

  private violate(kind: string, detail: string): void {
    this.world.simulation.violate(kind, detail);
  }
}

/** Whether the runner could not know what became of a call: its answer was lost, or whoever waited for it died or stood still. */
export const isLost = (call: Call): boolean => call.inDoubt || call.execution.lastFaultMs >= call.sentAtMs;

const replaced = <T extends object>(target: T, methods: Partial<T>): T =>
  new Proxy(target, {
    get: (_target, name) => {
      const method = Reflect.get(methods, name) ?? Reflect.get(target, name);
      return typeof method === "function" ? method.bind(target) : method;
    },
  });
