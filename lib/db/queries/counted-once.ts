import { LANDED } from "@/lib/runner/states";

/** The landed columns of `batches` summed over a run, as SQL: what a later batch of the run looked at again counts there alone. */
export const LANDED_ONCE: string = LANDED.map(
  (outcome) => `coalesce(sum(${outcome} - coalesce((repeated ->> '${outcome}')::int, 0)), 0)::int as ${outcome}`,
).join(", ");
