import type { IdMap } from "./id-map";

type Ids = Record<string, string>;

/** Learns which id in Postgres stands for which in memory, where both have just made one. */
export function pairIds(
  what: string,
  inMemory: unknown,
  inSql: unknown,
  ids: IdMap,
  batches: Map<string, string>,
): void {
  if (inMemory === null || inSql === null) return;
  if (what === "walks.beginWalk") ids.bind((inMemory as Ids).id ?? "", (inSql as Ids).id ?? "");
  if (what === "deliveries.openBatch") batches.set((inMemory as Ids).batchId ?? "", (inSql as Ids).batchId ?? "");
  if (what === "deliveries.claim")
    for (const [index, { ledgerId }] of (inMemory as Ids[]).entries()) {
      const other = (inSql as Ids[])[index]?.ledgerId;
      if (ledgerId !== undefined && other !== undefined) ids.bind(ledgerId, other);
    }
}

const WALK =
  "id kind floorMs t0Ms cursor lowestMs pages rows queued metFloor totalBefore state verdict shortReads".split(" ");
const ROW =
  "recordId outcome appliedDigest sourceUpdatedAtMs readAtMs sequence addressHash destinationId listed optedOut".split(
    " ",
  );
const CLAIM =
  "ledgerId state syncId recordId epoch claimedAtMs looks sent payloadDigest sequence addressHash destinationId".split(
    " ",
  );

/** The part of an answer that the port promises: stores in memory give whole rows. */
export function comparable(what: string, answer: unknown): unknown {
  switch (what) {
    case "walks.walkOfRun":
    case "walks.beginWalk":
      return answer === null ? null : only(WALK, answer);
    case "walks.knownMissing":
      // Of equal times, any may come first.
      return new Set(answer as string[]);
    case "walks.judgeWalk":
      // Stores in memory keep no statistic.
      return null;
    case "deliveries.facts": {
      const facts = answer as Record<"rows" | "claims" | "optOuts", Map<string, unknown>>;
      return {
        ...facts,
        rows: eachOf(facts.rows, (row) => only(ROW, row)),
        claims: eachOf(facts.claims, (claim) => only(CLAIM, claim)),
      };
    }
    default:
      return answer;
  }
}

const only = (names: readonly string[], value: unknown): unknown =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(value as object, name)]));

const eachOf = (map: ReadonlyMap<string, unknown>, change: (value: unknown) => unknown) =>
  new Map([...map].map(([key, value]) => [key, change(value)]));
