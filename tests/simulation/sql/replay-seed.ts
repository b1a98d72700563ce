import type { Profile } from "../profile";
import { complaints, runSeed, type SeedReport } from "../seed";
import type { SimulatedWorld } from "../world";
import { firstDifference } from "./difference";
import { type Dump, inOrder } from "./dump";
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
  /** What differs, or was complained of; empty when both end in the same state. */
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

export type Replays = Awaited<ReturnType<typeof openReplays>>;

interface Over {
  database: VirtualDatabase;
  processes: ReturnType<typeof openSqlStores>[];
}

/** Runs the seed on the stores in memory alone, then with the SQL stores under the runner, and compares where both end. */
async function replaySeed(
  { database, processes }: Over,
  seed: number,
  profile: Profile,
  { every, tracing = false }: { every: number; tracing?: boolean },
): Promise<Replay> {
  const alone = await endOf(seed, profile);
  const ids = await mintTwin(database);
  let twins: TwinStores | null = null;
  let world: SimulatedWorld | null = null;
  let comparisons = 0;
  let compared = 0;
  const compare = async (): Promise<Dump | null> => {
    if (!world || !twins) return null;
    await twins.finished();
    comparisons++;
    const inSql = inOrder(await dumpSql(database, ids));
    const difference = firstDifference(inOrder(dumpMemory(world)), inSql);
    if (difference !== null) world.simulation.violate("sql_differs", `after ${twins.last}: ${difference}`);
    return inSql;
  };
  const prepare = (made: SimulatedWorld): void => {
    world = made;
    const own = new TwinStores(made, database, processes, ids);
    twins = own;
    own.install();
    made.simulation.settle = async () => {
      await own.idle();
      if (every > 0 && own.calls - compared >= every) {
        compared = own.calls;
        await compare();
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
  };
  const report = await runSeed(seed, profile, { tracing, prepare });
  const atEnd = await compare();
  const wrong = [...complaints(report)];
  ...
}
