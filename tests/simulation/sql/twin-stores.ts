import { type Database, openDatabase } from "@/lib/db/client";
import { closeDeadRun } from "@/lib/db/dead-runs";
import { createKeyRing } from "@/lib/db/key-ring";
import { createDeliveryStore } from "@/lib/db/stores/deliveries";
import { createLeaseStore } from "@/lib/db/stores/leases";
import { createReceiptStore } from "@/lib/db/stores/receipts";
import { createWalkStore } from "@/lib/db/stores/walks";
import type { DeliveryStore } from "@/lib/runner/delivery-port";
import type { LeaseStore } from "@/lib/runner/lease-port";
import type { WalkStore } from "@/lib/runner/reading-ports";
import type { ReceiptStore } from "@/lib/runner/receipt-port";
import type { MemoryLeases } from "../../support/world/memory-leases";
import type { SimulatedWorld } from "../world";
import { comparable, pairIds } from "./answers";
import { firstDifference } from "./difference";
import type { IdMap } from "./id-map";
import { MASTER } from "./mint-twin";
import { Outside } from "./outside";
import type { VirtualDatabase } from "./virtual-database";

interface SqlStores {
  db: Database;
  leases: LeaseStore;
  walks: WalkStore;
  receipts: ReceiptStore;
  deliveries: DeliveryStore;
}
type StoreName = "leases" | "walks" | "receipts" | "deliveries";

/** The SQL stores over a pool of their own: what one process has. */
export function openSqlStores(url: string): SqlStores {
  const db = openDatabase(url, { connections: 1 });
  const keys = createKeyRing(MASTER);
  return {
    db,
    leases: createLeaseStore(db, keys),
    walks: createWalkStore(db),
    receipts: createReceiptStore(db),
    deliveries: createDeliveryStore(db, keys),
  };
}

type Answered = { answer: unknown } | { error: unknown };

/**
 * The stores that the runner reaches: each call is carried out in Postgres and, at the same instant, in memory. The runner gets what Postgres answers (its ids
 * under their names in memory); the simulation looks at memory. Answers that differ are violations.
 */
export class TwinStores {
  calls = 0;
  /** The last call, for whoever looks for what made a difference. */
  last = "nothing";
  private work: Promise<unknown> = Promise.resolve();
  private readonly outside: Outside;
  private readonly memoryLeases: MemoryLeases;
  private readonly batches = new Map<string, string>();
  /** Calls without an epoch: the pools take turns. */
  private turns = 0;

  constructor(
    private readonly world: SimulatedWorld,
    private readonly database: VirtualDatabase,
    private readonly processes: readonly SqlStores[],
    private readonly ids: IdMap,
  ) {
    this.outside = new Outside(world, database, ids);
    this.memoryLeases = world.leases;
  }

  /** Puts itself between the world and its stores in memory. */
  install(): void {
    const { world } = this;
    Object.assign(world, {
      leases: this.twinOf("leases", world.leases),
      walks: this.twinOf("walks", world.walks),
      receipts: this.twinOf("receipts", world.receipts),
      deliveries: this.twinOf("deliveries", world.deliveries),
    });
  }

  /** Everything asked for so far is done, and what happened outside the stores is in Postgres too. */
  async finished(): Promise<void> {
    this.enqueue(this.outside.changes(), async () => undefined);
    this.outside.accept();
    await this.work;
  }

  /** Waits for what the last event asked for. */
  async idle(): Promise<void> {
    await this.work;
  }

  private twinOf<T extends object>(name: StoreName, memory: T): T {
    return new Proxy(memory, {
      get: (target, method) => {
        const value = Reflect.get(target, method);
        if (typeof value !== "function" || typeof method !== "string") return value;
        if (method === "closeDeadRun") return (...input: DeadRun) => this.closeDeadRun(input);
        return (...input: unknown[]) =>
          this.both(name, method, input, () => Reflect.apply(value, target, input) as Promise<unknown>);
      },
    });
  }

  private async both(name: StoreName, method: string, input: unknown[], inMemory: () => Promise<unknown>) {
    const outside = this.outside.changes();
    // Stores in memory change what they change before they first wait.
    const expected = settled(inMemory);
    this.outside.accept();
    this.calls++;
    this.last = `${name}.${method}`;
    return this.enqueue(outside, async () => {
      const before = await expected;
      const came = await settled(() => this.inSql(name, method, input));
      const answer = this.reconcile(`${name}.${method}`, before, came);
      if ("error" in answer) throw answer.error;
      return answer.answer;
    });
  }

  private async inSql(name: StoreName, method: string, input: unknown[]): Promise<unknown> {
    const store = this.processOf(input)[name];
    const answer = await Reflect.apply(Reflect.get(store, method), store, this.inputInSql(method, input));
    if (method !== "judgeWalk") return answer;
    // Stores in memory keep no statistic: what it asks for would be another course of events.
    await this.database.owner`update walks set asks_again = false where asks_again`;
    return { lookAgain: false };
  }

  /** Batches have numbers for names in memory, and smaller ones than the runner asks for. */
  private inputInSql(method: string, input: unknown[]): unknown[] {
    const [lease, second, ...rest] = input;
    if (method === "openBatch")
      return this.ids.toSqlIn([lease, Math.min(Number(second), this.world.state.batchLimit), ...rest]);
    if (method === "settle" || method === "closeBatch") {
      const batchId = second === null ? null : this.batches.get(String(second));
      return [this.ids.toSqlIn(lease), batchId, ...this.ids.toSqlIn(rest)];
    }
    return this.ids.toSqlIn(input);
  }

  /** An execution keeps to one process: its epoch says which. */
  private processOf([lease]: unknown[]): SqlStores {
    const epoch = typeof lease === "object" && lease !== null ? Reflect.get(lease, "epoch") : undefined;
    const found = this.processes[(typeof epoch === "number" ? epoch : this.turns++) % this.processes.length];
    if (!found) throw new Error("there is no process");
    return found;
  }

  private reconcile(what: string, inMemory: Answered, inSql: Answered): Answered {
    if ("answer" in inMemory && "answer" in inSql) {
      pairIds(what, inMemory.answer, inSql.answer, this.ids, this.batches);
      const answer = this.named(what, this.ids.toMemoryIn(inSql.answer), inMemory.answer);
      this.complain(what, firstDifference(comparable(what, inMemory.answer), comparable(what, answer)));
      return { answer };
    }
    const difference = firstDifference(nameOf(inMemory), nameOf(inSql));
    this.complain(what, difference);
    return inSql;
  }

  /** Under the batch's name in memory. */
  private named(what: string, answer: unknown, inMemory: unknown): unknown {
    if (what !== "deliveries.openBatch" || answer === null || inMemory === null) return answer;
    return { ...(answer as object), batchId: (inMemory as { batchId: string }).batchId };
  }

  private closeDeadRun(input: DeadRun): boolean {
    const [runId, timing, decide] = input;
    const outside = this.outside.changes();
    const closed = this.memoryLeases.closeDeadRun(...input);
    this.outside.accept();
    void this.enqueue(outside, async () => {
      const of = { workspaceId: this.ids.sql("workspace-1"), runId: this.ids.sql(runId) };
      const [process] = this.processes;
      const came = await settled(() => closeDeadRun(of, timing.leaseMs, decide, process?.db));
      this.reconcile("leases.closeDeadRun", { answer: closed }, came);
    });
    return closed;
  }

  private enqueue<T>(outside: readonly (() => Promise<unknown>)[], call: () => Promise<T>): Promise<T> {
    const { nowMs } = this.world.simulation;
    const done = this.work.then(async () => {
      await this.database.setClock(nowMs);
      for (const act of outside) await act();
      return call();
    });
    this.work = done.catch(() => undefined);
    return done;
  }

  private complain(what: string, difference: string | null): void {
    if (difference !== null) this.world.simulation.violate("sql_differs", `${what}${difference}`);
  }
}

type DeadRun = Parameters<MemoryLeases["closeDeadRun"]>;

async function settled(call: () => Promise<unknown>): Promise<Answered> {
  try {
    return { answer: await call() };
  } catch (error) {
    return { error };
  }
}

const nameOf = (came: Answered): string =>
  "error" in came ? (came.error instanceof Error ? came.error.name : "an error") : "an answer";
