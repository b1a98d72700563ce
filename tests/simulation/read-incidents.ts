import type { CustomerRecord } from "@/lib/rules/customer";
import type { Simulation } from "./simulation";

/** What may go wrong with reading for a while. Each answers 200 and looks whole. */
export const READ_INCIDENTS = [
  "withheld_first",
  "withheld_middle",
  "withheld_last",
  "stale_replica",
  "lagging_index",
  "short_list",
  "empty_list",
  "null_by_id",
  "null_all",
  "filter_by_day",
] as const;
export type ReadIncidentKind = (typeof READ_INCIDENTS)[number];

interface ReadIncident {
  kind: ReadIncidentKind;
  sinceMs: number;
  untilMs: number;
  /** Records that it strikes, where it strikes single ones. */
  ids: ReadonlySet<string>;
  /** Rows are withheld from the index as well. */
  indexToo: boolean;
  /** How far replica or index are behind. */
  behindMs: number;
}

/** A record as a list would show it, and when it became visible to reads by id. */
interface Listed {
  id: string;
  visibleAtMs: number;
}

const MINUTE = 60_000;

/** Incidents of reading in one seed: which are on, and what they withhold. */
export class ReadIncidents {
  private readonly begun: ReadIncident[] = [];

  constructor(private readonly simulation: Simulation) {}

  /** @param newestFirst the living records */
  begin(newestFirst: readonly CustomerRecord[]): void {
    const { prng, nowMs } = this.simulation;
    const kind = prng.pick(READ_INCIDENTS);
    const incident = {
      ...{ kind, sinceMs: nowMs, untilMs: nowMs + prng.between(2, 60) * MINUTE },
      ids: new Set(struck(kind, newestFirst, prng.between(1, 2)).map(({ id }) => id)),
      ...{ indexToo: prng.chance(0.3), behindMs: prng.between(1, 40) * MINUTE },
    };
    this.begun.push(incident);
    this.simulation.note(
      () => `reading: ${kind} ${[...incident.ids].join(",")}${incident.indexToo ? ", index too" : ""}`,
    );
  }

  is(kind: ReadIncidentKind): boolean {
    return this.active().some((one) => one.kind === kind);
  }

  hidesFromList({ id, visibleAtMs }: Listed): boolean {
    return this.active().some((one) => {
      if (one.kind === "empty_list") return true;
      if (one.kind === "stale_replica") return visibleAtMs > this.simulation.nowMs - one.behindMs;
      return one.kind.startsWith("withheld") && one.ids.has(id);
    });
  }

  hidesFromIndex({ id, visibleAtMs }: Listed): boolean {
    return this.active().some((one) => {
      if (one.kind === "lagging_index") return visibleAtMs > this.simulation.nowMs - one.behindMs;
      return one.indexToo && one.kind.startsWith("withheld") && one.ids.has(id);
    });
  }

  nullById(id: string): boolean {
    return this.active().some((one) => one.kind === "null_all" || (one.kind === "null_by_id" && one.ids.has(id)));
  }

  /** Whether a list has left the record out since then, and the index has shown it all the while. */
  withheldSince(record: Listed, sinceMs: number): boolean {
    const hidden = this.active().some(
      (one) => one.sinceMs <= sinceMs && one.kind.startsWith("withheld") && one.ids.has(record.id),
    );
    const doubtful = this.begun.some((one) => one.untilMs > sinceMs && (one.indexToo || BLINDING.has(one.kind)));
    return hidden && !doubtful;
  }

  private active(): ReadIncident[] {
    const { faultsOn, nowMs } = this.simulation;
    return faultsOn ? this.begun.filter((one) => nowMs < one.untilMs) : [];
  }
}

/** Kinds that blind what a list is held against. */
const BLINDING: ReadonlySet<ReadIncidentKind> = new Set(["lagging_index", "null_by_id", "null_all"]);

function struck(
  kind: ReadIncidentKind,
  newestFirst: readonly CustomerRecord[],
  some: number,
): readonly CustomerRecord[] {
  const middle = Math.floor(newestFirst.length / 2);
  switch (kind) {
    case "withheld_first":
      return newestFirst.slice(0, some);
    case "withheld_last":
      return newestFirst.slice(-some);
    case "withheld_middle":
    case "null_by_id":
      return newestFirst.slice(middle, middle + some);
    default:
      return [];
  }
}
