import { verifySignature } from "@/lib/rules/publication";
import type { Rule } from "@/lib/rules/schema";
import type { DeliveryStore } from "@/lib/runner/delivery-port";
import type { Destination } from "@/lib/runner/destination-port";
import type { RunBrief, StopWish } from "@/lib/runner/lease-port";
import type { RunnerPorts } from "@/lib/runner/ports";
import type { Source } from "@/lib/runner/reading-ports";
import type { Lane } from "@/lib/runner/states";
import { TIMING, type Timing } from "@/lib/runner/timing";
import { MemoryDeliveries } from "../support/world/memory-deliveries";
import { MemoryLeases } from "../support/world/memory-leases";
import { MemoryReceipts } from "../support/world/memory-receipts";
import { newMemoryRun } from "../support/world/memory-run";
import { MemoryState } from "../support/world/memory-state";
import { MemoryWalks } from "../support/world/memory-walks";
import { ENDS, RULE } from "../support/world/world";
import type { Execution } from "./execution";
import { Invariants } from "./invariants";
import type { Mutation } from "./mutations";
import { SimulatedAccount } from "./simulated-account";
import { SimulatedShop } from "./simulated-shop";
import type { Simulation } from "./simulation";

const KEY = new Uint8Array(32).fill(7);
const HOUR_MS = 3_600_000;

export interface SimulatedPublication {
  id: string;
  number: number;
  rule: Rule;
}

/** One sync in a simulated world: shop, account, the stores, and what executions reach of them. */
export class SimulatedWorld {
  readonly shop: SimulatedShop;
  readonly account: SimulatedAccount;
  readonly state: MemoryState;
  readonly leases: MemoryLeases;
  readonly walks: MemoryWalks;
  readonly receipts: MemoryReceipts;
  readonly deliveries: MemoryDeliveries;
  readonly invariants: Invariants;
  readonly publications = new Map<string, SimulatedPublication>();
  readonly timing: Timing;
  private readonly caps: Rule["caps"];
  private runs = 0;

  constructor(
    readonly simulation: Simulation,
    readonly mutation: Mutation = {},
  ) {
    const { prng, profile } = simulation;
    this.shop = new SimulatedShop(simulation, prng.chance(profile.clockSkew) ? prng.pick([-HOUR_MS, HOUR_MS]) : 0);
    this.account = new SimulatedAccount(simulation);
    this.state = new MemoryState(simulation.clock);
    Object.assign(this.state.guards, mutation.storeGuards);
    simulation.ignores = mutation.ignores ?? [];
    this.state.batchLimit = prng.between(2, 8);
    this.leases = new MemoryLeases(this.state);
    this.walks = new MemoryWalks(this.state);
    this.receipts = new MemoryReceipts(this.state);
    this.deliveries = new MemoryDeliveries(this.state);
    this.timing = { ...TIMING, ...mutation.timing };
    this.caps = prng.chance(profile.tightCaps)
      ? { calls: prng.between(6, 14), created: prng.between(1, 4), written: prng.between(2, 8), minutes: 600 }
      : RULE.caps;
    this.invariants = new Invariants(this);
    this.publish();
  }

  /** A new publication goes live. Every other one maps one attribute more, so that writes show which one they carry out. */
  publish(): SimulatedPublication {
    const number = this.publications.size + 1;
    const extra: Rule["mapping"] = [
      { source: "lastName", transform: { kind: "none" }, target: { name: `P${number}`, type: "text", options: [] } },
    ];
    const publication = {
      id: `publication-${number}`,
      number,
      rule: { ...RULE, mapping: [...RULE.mapping, ...extra], caps: this.caps },
    };
    this.publications.set(publication.id, publication);
    this.makeLive(publication.id);
    return publication;
  }

  makeLive(publicationId: string): void {
    Object.assign(this.state.sync, {
      livePublicationId: publicationId,
      state: "active",
      changedAtMs: this.simulation.nowMs,
    });
    this.state.pause = null;
    this.simulation.note(() => `person: ${publicationId} is live`);
  }

  livePublication(): SimulatedPublication {
    const live = this.publications.get(this.state.sync.livePublicationId);
    if (!live) throw new Error("nothing is live");
    return live;
  }

  /** Writes a run of the live publication, unless the lane has an active one. @returns null then */
  request(lane: Lane, changes: Partial<RunBrief> = {}): string | null {
    if (this.activeRuns().some((run) => run.brief.lane === lane)) return null;
    const { id, number, rule } = this.livePublication();
    const runId = `run-${++this.runs}`;
    const published = { id, number, rule, ends: ENDS, key: KEY };
    this.state.runs.set(runId, newMemoryRun(published, this.simulation.nowMs, { runId, lane, ...changes }));
    this.simulation.note(() => `${runId} requested: ${lane}${changes.fromMs ? " from a date" : ""}`);
    return runId;
  }

  /** What people want of a run, as it is. */
  wishOf(runId: string): StopWish {
    const run = this.state.run(runId);
    if (run.cancelRequested) return "cancelled";
    if (this.state.sync.state !== "active") return "paused";
    return this.state.sync.livePublicationId === run.brief.publication.id ? null : "republished";
  }

  activeRuns() {
    return [...this.state.runs.values()].filter((run) => run.finishedAtMs === null);
  }

  /** What one execution has of the world: every wait for a port is a point at which it may die or stop. */
  portsFor(execution: Execution, runId: string): RunnerPorts {
    const { simulation, mutation } = this;
    const source: Source = this.shop.client(execution, (records) => this.invariants.noteRead(execution, records));
    const destination: Destination = this.account.client(execution, runId, (key) => this.recordOf(key));
    const witnessed = this.invariants.witnessBeats(execution, this.leases);
    const deliveries: DeliveryStore = reached(execution, "deliveries", this.deliveries);
    return {
      report: (error) => this.invariants.noteReport(error),
      clock: execution.clock,
      random: simulation.prng,
      timing: this.timing,
      leases: this.invariants.watchBeats(execution, reached(execution, "leases", witnessed)),
      walks: reached(execution, "walks", this.invariants.watchReads(this.walks)),
      receipts: reached(execution, "receipts", this.receipts),
      deliveries: mutation.deliveries?.(deliveries) ?? deliveries,
      prover: {
        verify: ({ signature, ...claim }) => (verifySignature(KEY, claim, signature) ? null : "signature_differs"),
      },
      open: async () => ({
        source: mutation.source?.(source) ?? source,
        destination: mutation.destination?.(destination) ?? destination,
        limiter: { reserve: (calls) => execution.reach(this.reservation(calls)) },
      }),
    };
  }

  private recordOf(key: string): string | null {
    return this.state.openClaims().find((claim) => claim.key === key)?.recordId ?? null;
  }

  /** The account's budget: mostly free, now and then used up for a while. */
  private reservation(calls: number) {
    const { prng } = this.simulation;
    const startInMs = this.simulation.strikes(0.03) ? prng.pick([4000, 14_000, 90_000]) : 0;
    return {
      name: `limiter.reserve ${calls}`,
      kind: "limiter" as const,
      effectInMs: 2,
      answerInMs: 5,
      effect: () => ({ startInMs, gapMs: 125 }),
    };
  }
}

/** A store as an execution reaches it: each method is one transaction at one instant, somewhere between asking and answer. */
function reached<T extends object>(execution: Execution, name: string, store: T): T {
  return new Proxy(store, {
    get(target, method) {
      const value = Reflect.get(target, method);
      if (typeof value !== "function") return value;
      return (...input: unknown[]) => {
        const answerInMs = execution.simulation.prng.between(2, 40);
        return execution.reach({
          name: `${name}.${String(method)}`,
          kind: "store",
          effectInMs: Math.floor(answerInMs / 2),
          answerInMs,
          effect: () => value.apply(target, input),
        });
      };
    },
  });
}
