import type { Profile } from "../profile";
import { complaints, runSeed, type SeedReport } from "../seed";
import type { SimulatedWorld } from "../world";
import { firstDifference } from "./difference";
import { type Dump, inOrder } from "./dump";
import type { IdMap } from "./id-map";
import { dumpMemory } from "./memory-dump";
import { mintTwin } from "./mint-twin";
import { dumpSql } from "./sql-dump";
import { openSqlStores, TwinStores } from "./twin-stores";
import { openVirtualDatabase, type VirtualDatabase } from "./virtual-database";

export interface Replay {
  seed: number;
  report: SeedReport;
  /** Transactions of the SQL stores. */
  calls: number;
  /** How many times all that is stored was compared. */
  comparisons: number;
  /** What differs; empty when both end in the same state. What the simulation itself complains of must be the same in both. */
  wrong: string[];
}

/** A virtual database and two processes' worth of SQL stores over it. */
export async function openReplays(adminUrl: string, template: string) {
  const database = await openVirtualDatabase(adminUrl, template);
  const processes = [openSqlStores(database.url), openSqlStores(database.url)];
  return {
    database,
    /** @param every compare all that is stored after so many transactions; 0: at the end alone */
    replay: (seed: number, profile: Profile, options: { every: number; tracing?: boolean }) =>
      replaySeed({ database, processes }, seed, profile, options),
    close: async () => {
      for (const { db } of processes) await db.$client.end({ timeout: 1 });
      await database.close();
    },
  };
}

interface Over {
  database: VirtualDatabase;
  processes: ReturnType<typeof openSqlStores>[];
}

/** Runs the seed on the stores in memory alone, then with the SQL stores under the runner, and compares where both end. */
async function replaySeed(
  over: Over,
  seed: number,
  profile: Profile,
  { every, tracing = false }: { every: number; tracing?: boolean },
): Promise<Replay> {
  const alone = await runAlone(seed, profile);
  const twin = new Twin(over, await mintTwin(over.database), every);
  const report = await runSeed(seed, profile, { tracing, prepare: (world) => twin.begin(world) });
  const ended = await twin.compare();
  const atTheEnd = firstDifference(alone, { ...endOf(twin.world, report), stored: ended });
  const onTheWay = report.violations.filter(({ kind }) => kind === "sql_differs").map(({ detail }) => detail);
  return {
    ...{ seed, report, calls: twin.stores.calls, comparisons: twin.comparisons },
    wrong: [...onTheWay, ...(atTheEnd === null ? [] : [`the end differs: ${atTheEnd}`])],
  };
}

async function runAlone(seed: number, profile: Profile) {
  const worlds: SimulatedWorld[] = [];
  const report = await runSeed(seed, profile, { prepare: (world) => void worlds.push(world) });
  const [world] = worlds;
  if (!world) throw new Error("the seed made no world");
  return { ...endOf(world, report), stored: inOrder(dumpMemory(world)) };
}

/** What the outside sees of a course of events: the destination, every call that left for it, and what the simulation complains of. */
const endOf = ({ account, simulation }: SimulatedWorld, report: SeedReport) => ({
  complaints: complaints(report),
  contacts: account.contacts,
  calls: account.calls.map(({ key, recordId, runId, digest, sentAtMs, applied }) => [
    key,
    recordId,
    runId,
    digest,
    sentAtMs,
    applied,
  ]),
  steps: simulation.tally.steps,
});

/** A seed's world with the SQL stores under its runner. */
class Twin {
  comparisons = 0;
  private compared = 0;
  private begun: { world: SimulatedWorld; stores: TwinStores } | null = null;

  constructor(
    private readonly over: Over,
    private readonly ids: IdMap,
    private readonly every: number,
  ) {}

  begin(world: SimulatedWorld): void {
    const stores = new TwinStores(world, this.over.database, this.over.processes, this.ids);
    this.begun = { world, stores };
    stores.install();
    world.simulation.settle = () => this.settle();
  }

  get world(): SimulatedWorld {
    return this.both.world;
  }

  get stores(): TwinStores {
    return this.both.stores;
  }

  /** Compares all that is stored; a difference ends the seed. @returns what Postgres holds */
  async compare(): Promise<Dump> {
    await this.stores.finished();
    this.comparisons++;
    const inSql = inOrder(await dumpSql(this.over.database, this.ids));
    const difference = firstDifference(inOrder(dumpMemory(this.world)), inSql);
    if (difference !== null) this.world.simulation.violate("sql_differs", `after ${this.stores.last}: ${difference}`);
    return inSql;
  }

  private async settle(): Promise<void> {
    await this.stores.idle();
    if (this.every > 0 && this.stores.calls - this.compared >= this.every) {
      this.compared = this.stores.calls;
      await this.compare();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }

  private get both() {
    if (!this.begun) throw new Error("the seed has not begun");
    return this.begun;
  }
}
