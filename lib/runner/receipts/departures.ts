import { ok, type Result } from "@/lib/kernel/result";
import type { Failure } from "../failures";
import type { LegContext } from "../leg-context";

/** Of these ids, at most 50, those that the source says were deleted or merged away. Nothing is asked when there are none. */
export async function departuresOf(
  { source }: LegContext,
  ids: readonly string[],
): Promise<Result<ReadonlySet<string>, Failure>> {
  if (ids.length === 0 || !source.departures) return ok(new Set());
  const departures = await source.departures(ids);
  return departures.ok ? ok(new Set(departures.value.keys())) : departures;
}
