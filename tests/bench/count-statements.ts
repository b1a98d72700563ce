import type { Database } from "@/lib/db/client";
import { heard, onStatement } from "@/lib/db/statements";
import { createLimiter } from "@/lib/db/stores/limiter";
import type { RunnerPorts } from "@/lib/runner/ports";

/** No rate of Brevo's holds the benchmark back; the statement that reserves calls is sent all the same. */
const CALLS_PER_SECOND = 1_000_000;

export interface ChunkCount {
  records: number;
  /** From the beat that opens a chunk to the commit that settles it; begin, commit and the workspace's setting included. */
  statements: number;
}

/** Statements sent since the last `take`. */
export interface StatementCount {
  take(): { statements: number; chunks: ChunkCount[] };
}

/** The ports with their statements counted, over all of a run and chunk by chunk. */
export function countStatements(ports: RunnerPorts, db: Database): { ports: RunnerPorts; count: StatementCount } {
  let statements = 0;
  let chunks: ChunkCount[] = [];
  let beatAt = 0;
  let openedAt = 0;
  onStatement(() => statements++);
  const { leases, deliveries } = ports;
  const counted: RunnerPorts = {
    ...ports,
    leases: {
      ...leases,
      beat: (lease, timing) => {
        beatAt = statements;
        return leases.beat(lease, timing);
      },
    },
    deliveries: {
      ...deliveries,
      facts: (lease, input) => {
        openedAt = beatAt;
        return deliveries.facts(lease, input);
      },
      settle: async (lease, batchId, settlements) => {
        await deliveries.settle(lease, batchId, settlements);
        chunks.push({ records: settlements.length, statements: statements - openedAt });
      },
    },
    open: async (brief) => ({ ...(await ports.open(brief)), limiter: countedLimiter(db, brief.destination.identity) }),
  };
  const take = () => {
    const taken = { statements, chunks };
    [statements, chunks, beatAt] = [0, [], 0];
    return taken;
  };
  return { ports: counted, count: { take } };
}

/** Its one statement goes outside workspace transactions, where nobody listens. */
function countedLimiter(db: Database, account: string): ReturnType<typeof createLimiter> {
  const limiter = createLimiter(db, { account, bucket: "contacts", perSecond: CALLS_PER_SECOND });
  return {
    ...limiter,
    reserve: (calls) => {
      heard("reserve calls");
      return limiter.reserve(calls);
    },
  };
}
