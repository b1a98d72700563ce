import type { TransactionSql } from "postgres";
import { LeaseLost } from "@/lib/kernel/errors";
import type { Lease } from "@/lib/runner/lease-port";
import type { RunKind } from "@/lib/runner/states";

/** What statements of a leg need to know of their run beside the lease. */
export interface Held {
  kind: RunKind;
  publicationId: string;
  /** Identity of the destination that was published: Brevo organisation id. */
  account: string;
  /** Identity of the source that was published: shop gid. */
  source: string;
}

/** Ways of Postgres's planner that cost little for the few rows it expects, and much for a backlog. */
const AVOIDED = ["seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort"];

/**
 * For the rest of the transaction: rows are found by index and read in the order that an index has. The planner cannot know how many rows a new sync has; it
 * takes them for few, and would read and sort a whole backlog for a chunk of it. Before 18 what is off costs so much that JIT would set in.
 */
function preferIndexes(sql: TransactionSql): void {
  // Not awaited: it travels with the next statement, and a failure fails the transaction.
  sql.unsafe(`set local jit = off; ${AVOIDED.map((way) => `set local enable_${way} = off`).join("; ")}`).execute();
}

/**
 * First statement of everything that a leg writes. The lock lasts until the transaction ends: a successor's `take` waits for it, and one that came before
 * leaves no row of this epoch. @throws LeaseLost
 */
export async function holdLease(sql: TransactionSql, lease: Lease): Promise<Held> {
  preferIndexes(sql);
  const [held] = await sql<Held[]>`
    select r.kind, r.publication_id as "publicationId",
      p.ends -> 'destination' ->> 'identity' as account, p.ends -> 'source' ->> 'identity' as source
    from leases l
    join runs r on r.id = l.run_id
    join publications p on p.id = r.publication_id
    where l.sync_id = ${lease.syncId} and l.epoch = ${lease.epoch} and l.run_id = ${lease.runId}
    for share of l`;
  if (!held) throw new LeaseLost("another epoch");
  return held;
}
