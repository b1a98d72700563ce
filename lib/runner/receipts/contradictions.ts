import type { SourceRecord } from "@/lib/rules/customer";
import type { Walk } from "../reading-ports";
import type { Contradiction, OpenContradiction } from "../receipt-port";
import type { CrossReceipt } from "./evidence";

/** After it landed by id, a contradiction holds the bookmark and fails runs for so long. */
export const RELEASED_AFTER_MS = 24 * 3_600_000;

/** A record that a receipt names and the walk did not meet. */
export interface Suspect {
  id: string;
  receipt: CrossReceipt;
}

/**
 * By-id confirms: alive, and with a time between the walk's floor and its start. What was edited since then is met by the next walk; what answers null is
 * no contradiction.
 */
export function confirmById(
  walk: Pick<Walk, "floorMs" | "t0Ms">,
  suspects: readonly Suspect[],
  records: ReadonlyMap<string, SourceRecord | null>,
): Contradiction[] {
  const found = new Map<string, Contradiction>();
  // Times are whole seconds: a record of the very second in which the walk began may have been written after it.
  const beforeMs = Math.floor(walk.t0Ms / 1000) * 1000;
  for (const { id, receipt } of suspects) {
    const record = records.get(id);
    if (record == null || record.updatedAtMs >= beforeMs) continue;
    if (walk.floorMs !== null && record.updatedAtMs < walk.floorMs) continue;
    const known = found.get(id);
    if (known === undefined) found.set(id, { id, updatedAtMs: record.updatedAtMs, receipts: [receipt] });
    else if (!known.receipts.includes(receipt)) known.receipts.push(receipt);
  }
  return [...found.values()];
}

export type Contradicted =
  /** Nothing is missing, or only what landed by id a day ago. */
  | { kind: "none" }
  /** Missing for the first time: nothing is sent, and the source is walked again a minute later. */
  | { kind: "look_again" }
  /** Missing for the first time in a second look that cleared what made it: supplied, and judged by the next read. */
  | { kind: "unconfirmed" }
  /** Missing in two looks: the read is SUSPECT SHORT. */
  | { kind: "short"; ids: string[] };

/** @param at.secondLook whether this walk is the second look of its run already */
export function judgeContradictions(
  found: readonly Contradiction[],
  open: readonly OpenContradiction[],
  at: { nowMs: number; secondLook: boolean; secondLookMs: number },
): Contradicted {
  const before = new Map(open.map((one) => [one.id, one]));
  const standing = found.filter(({ id }) => !isReleased(before.get(id), at.nowMs));
  const confirmed = standing.filter(({ id }) => {
    const one = before.get(id);
    return one !== undefined && at.nowMs - one.firstLookMs >= at.secondLookMs;
  });
  if (confirmed.length > 0) return { kind: "short", ids: confirmed.map(({ id }) => id) };
  if (standing.length === 0) return { kind: "none" };
  return at.secondLook ? { kind: "unconfirmed" } : { kind: "look_again" };
}

const isReleased = (one: OpenContradiction | undefined, nowMs: number): boolean =>
  one?.landedMs != null && nowMs - one.landedMs >= RELEASED_AFTER_MS;
