import { randomUUID } from "node:crypto";
import { verifySignature } from "@/lib/rules/publication";
import type { Rule } from "@/lib/rules/schema";
import type { RunBrief } from "@/lib/runner/lease-port";
import { type LegResult, runLeg } from "@/lib/runner/leg";
import type { RunnerPorts } from "@/lib/runner/ports";
import type { Lane } from "@/lib/runner/states";
import { TIMING } from "@/lib/runner/timing";
import { FakeAccount } from "./account";
import { VirtualClock } from "./clock";
import { MemoryDeliveries } from "./memory-deliveries";
import { MemoryLeases } from "./memory-leases";
import { MemoryReceipts } from "./memory-receipts";
import { newMemoryRun } from "./memory-run";
import { type MemoryRun, MemoryState } from "./memory-state";
import { MemoryWalks } from "./memory-walks";
import { newPending } from "./new-pending";
import { FakeShop } from "./shop";

export const RULE: Rule = {
  version: 1,
  object: "customer",
  mapping: [
    { source: "firstName", transform: { kind: "none" }, target: { name: "FIRSTNAME", type: "text", options: [] } },
    {
      source: "numberOfOrders",
      transform: { kind: "none" },
      target: { name: "ORDERS_COUNT", type: "float", options: [] },
    },
  ],
  filter: [],
  consent: { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], onWithdrawal: "unlist_and_block" },
  lists: [{ id: 2, name: "Newsletter", marketing: true }],
  badRecords: "hold",
  onDeleted: "unlist",
  caps: { calls: 100_000, created: 100_000, written: 100_000, minutes: 600 },
};

export const ENDS: RunBrief["publication"]["ends"] = {
  source: {
    connectionId: "source-1",
    kind: "shopify",
    identity: "gid://shopify/Shop/1",
    timeZone: "Europe/Paris",
    currency: "EUR",
  },
  destination: { connectionId: "destination-1", kind: "brevo", identity: "org-1" },
  sourceApiVersion: "2026-07",
};
const KEY = new Uint8Array(32).fill(7);

/** A whole world around the real runner: shop, account, stores and clock in memory. */
export class World {
  readonly clock = new VirtualClock();
  readonly shop = new FakeShop(this.clock);
  readonly account = new FakeAccount();
  readonly state = new MemoryState(this.clock);
  readonly deliveries = new MemoryDeliveries(this.state);
  readonly reported: unknown[] = [];
  onFreshToken: () => void = () => {};
  readonly ports: RunnerPorts = {
    report: (error) => this.reported.push(error),
    clock: this.clock,
    random: { fraction: () => 0.5 },
    timing: TIMING,
    leases: new MemoryLeases(this.state),
    walks: new MemoryWalks(this.state),
    receipts: new MemoryReceipts(this.state),
    deliveries: this.deliveries,
    prover: {
      verify: ({ signature, ...claim }) => (verifySignature(KEY, claim, signature) ? null : "signature_differs"),
    },
    open: async (_brief, how) => {
      if (how?.freshToken) this.onFreshToken();
      return {
        source: this.shop,
        destination: this.account,
        limiter: { reserve: async () => ({ startInMs: 0, gapMs: 0 }) },
      };
    },
  };

  constructor(private readonly rule: Rule = RULE) {}

  /** Requests a run as a person or the schedule would. */
  request(lane: Lane = "scheduled", changes: Partial<RunBrief> = {}): string {
    const runId = randomUUID();
    const published = { id: "publication-1", number: 1, rule: this.rule, ends: ENDS, key: KEY };
    const sync = {
      state: this.state.pause ? ("paused" as const) : ("active" as const),
      livePublicationId: published.id,
    };
    const run = newMemoryRun(published, this.clock.nowMs(), { runId, lane, driver: "driver-1", sync, ...changes });
    this.state.runs.set(runId, run);
    return runId;
  }

  /** A verified webhook names a record. */
  nameByWebhook(recordId: string): void {
    const queuedAtMs = this.clock.nowMs();
    this.state.queue("scheduled").set(recordId, newPending(recordId, { cause: "hook", queuedAtMs }));
  }

  /** Runs legs, sleeping as told, until the run is over. @throws after 500 legs */
  async drive(runId: string): Promise<MemoryRun> {
    for (let legs = 0; legs < 500; legs++) {
      const result: LegResult = await runLeg(this.ports, { runId, driver: "driver-1" });
      if (result.kind === "done") return this.state.run(runId);
      this.clock.advance(result.wakeAtMs - this.clock.nowMs());
    }
    throw new Error("the run does not end");
  }

  /** A whole run from request to end. */
  run(lane: Lane = "scheduled", changes: Partial<RunBrief> = {}): Promise<MemoryRun> {
    return this.drive(this.request(lane, changes));
  }
}
