import { LANDED } from "@/lib/runner/states";

/** What a run's records became, in the order in which it is told; together they are what was read. */
export const COUNT_PARTS = [...LANDED, "failed", "doubt"] as const;
