import { err, ok, type Result } from "@/lib/kernel/result";
import type { CustomerRecord, SourceRecord } from "@/lib/rules/customer";
import { type Failure, failure } from "@/lib/runner/failures";
import type {
  Departure,
  ListPage,
  ListRow,
  Source,
  SourceReading,
  Span,
  SpanReading,
  WalkKind,
} from "@/lib/runner/reading-ports";
import type { Execution } from "./execution";
import { ReadIncidents } from "./read-incidents";
import type { Simulation } from "./simulation";

interface Versioned {
  current: CustomerRecord;
  /** When it became visible to reads by id. */
  visibleAtMs: number;
  before: CustomerRecord | null;
}

/** A stale list is at most this far behind. */
const LAG_MS = 8 * 60_000;

/** The shop: records by id, their versions in time, a list that may lag or lie, and a clock of its own. */
export class SimulatedShop {
  readonly records = new Map<string, Versioned>();
  /** Every version there ever was, by id, oldest first. */
  readonly versions = new Map<string, CustomerRecord[]>();
  /** Ids that list and index have withheld at once, if only for a while. */
  readonly unseen = new Set<string>();
  readonly incidents: ReadIncidents;
  private readonly pageSize: number;

  constructor(
    private readonly simulation: Simulation,
    readonly skewMs: number,
  ) {
    this.pageSize = simulation.prng.between(2, 6);
    this.incidents = new ReadIncidents(simulation);
  }

  /** The shop's clock, whole seconds. */
  get serverTimeMs(): number {
    return Math.floor((this.simulation.nowMs + this.skewMs) / 1000) * 1000;
  }

  living(): CustomerRecord[] {
    return [...this.records.values()].map(({ current }) => current);
  }

  beginIncident(): void {
    this.incidents.begin(this.living().sort(newestFirst));
  }

  /** A version becomes visible; one that is older than what is visible does not. */
  put(record: CustomerRecord, visibleAtMs = this.simulation.nowMs): void {
    const before = this.records.get(record.id)?.current ?? null;
    if (before && before.updatedAtMs > record.updatedAtMs) return;
    this.records.set(record.id, { current: record, visibleAtMs, before });
    const known = this.versions.get(record.id);
    if (known) known.push(record);
    else this.versions.set(record.id, [record]);
    this.simulation.note(
      () =>
        `shop: ${record.id} ${record.firstName} ${record.email?.address} ${record.email?.state} at ${new Date(record.updatedAtMs).toISOString().slice(11, 19)}`,
    );
  }

  remove(id: string): void {
    this.records.delete(id);
    this.simulation.note(() => `shop: ${id} vanished`);
  }

  /** How an execution reaches it. @param onRead told what was read by id, at the instant of the read */
  client(execution: Execution, onRead: (records: Map<string, SourceRecord | null>) => void): Source {
    const reach = <T>(name: string, effect: () => T): Promise<T> => {
      const answerInMs = this.simulation.prng.between(80, 900);
      return execution.reach({
        name: `shop.${name}`,
        kind: "source",
        effectInMs: Math.floor(answerInMs / 2),
        answerInMs,
        effect,
      });
    };
    return {
      page: (input) => reach("page", () => this.page(input)),
      read: (ids) =>
        reach("read", () => {
          const read = this.read(ids);
          if (read.ok) onRead(read.value.records);
          return read;
        }),
      total: () => reach("total", () => this.failureOf() ?? ok(this.total())),
      span: (span, limit) => reach("span", () => this.span(span, limit)),
      departures: (ids) => reach("departures", () => this.departures(ids)),
    };
  }

  /** A list by `updatedAt`, oldest first, whole records after the cursor: how a reader reads that trusts its order. Null when the read fails. */
  ascendingClient(execution: Execution) {
    return (after: { updatedAtMs: number; id: string } | null, first: number): Promise<CustomerRecord[] | null> => {
      const answerInMs = this.simulation.prng.between(80, 900);
      const effect = () => {
        if (this.failureOf()) return null;
        const oldestFirst = this.shown().sort((a, b) => newestFirst(b, a));
        return oldestFirst.filter((record) => after === null || newestFirst(record, after) < 0).slice(0, first);
      };
      const effectInMs = Math.floor(answerInMs / 2);
      return execution.reach({ name: "shop.ascending", kind: "source", effectInMs, answerInMs, effect });
    };
  }

  private failureOf(): { ok: false; error: Failure } | null {
    const { simulation } = this;
    if (!simulation.strikes(simulation.profile.sourceFails)) return null;
    return err(
      simulation.prng.pick([
        failure("source.unavailable", "503"),
        failure("source.timeout"),
        failure("source.throttled", "THROTTLED", simulation.nowMs + 20_000),
        failure("source.unreadable", "R1"),
        failure("source.credential", "401"),
      ]),
    );
  }

  private page(input: { kind: WalkKind; cursor: string | null }): Result<ListPage, Failure> {
    const { simulation } = this;
    const failed = this.failureOf();
    if (failed) return failed;
    if (input.cursor !== null && simulation.strikes(simulation.profile.cursorRefused))
      return err(failure("source.query_refused", "cursor"));
    const shown = this.listed(input.kind).sort(input.kind === "updated" ? newestFirst : byId);
    const beyond = shown.filter((record) => isBeyond(input.kind, record, input.cursor));
    const rows = beyond.slice(0, this.pageSize);
    const last = rows.at(-1);
    const mayBeCut = beyond.length > rows.length && (input.kind === "updated" || simulation.profile.shortFirstList);
    const cutShort = mayBeCut && (this.incidents.is("short_list") || simulation.strikes(simulation.profile.shortList));
    if (cutShort) this.noteUnseen(input.kind, beyond.slice(rows.length));
    simulation.note(() => `  page ${input.kind} ${rows.map((row) => row.id).join(",")}${cutShort ? " [short]" : ""}`);
    return ok({
      rows: rows.map(listRow),
      nextCursor: last && beyond.length > rows.length && !cutShort ? `${last.updatedAtMs}:${last.id}` : null,
      serverTimeMs: this.serverTimeMs,
    });
  }

  /** What a list shows, without what is withheld from it. */
  private listed(kind: WalkKind): CustomerRecord[] {
    const isHidden = ({ id }: CustomerRecord) => this.incidents.hidesFromList(this.placeOf(id));
    const hidden = this.living().filter(isHidden);
    this.noteUnseen(kind, hidden);
    return hidden.length === 0 ? this.shown() : this.shown().filter((record) => !isHidden(record));
  }

  /** What no receipt can see: the index has it no more than the list, reads by id deny it, or a list by id is short by one, which is excused (ADR 17). */
  private noteUnseen(kind: WalkKind, hidden: readonly CustomerRecord[]): void {
    for (const { id } of hidden) {
      const blind = this.incidents.hidesFromIndex(this.placeOf(id)) || this.incidents.nullById(id);
      if (blind || (kind === "id" && hidden.length === 1)) this.unseen.add(id);
    }
  }

  private placeOf(id: string) {
    return { id, visibleAtMs: this.records.get(id)?.visibleAtMs ?? 0 };
  }

  /** Counted by the index. */
  private total(): number {
    return this.living().filter(({ id }) => !this.incidents.hidesFromIndex(this.placeOf(id))).length;
  }

  /** What a list shows now: some rows may be as they were before their last change, if that was not long ago. */
  private shown(): CustomerRecord[] {
    const { simulation } = this;
    return [...this.records.values()].flatMap(({ current, before, visibleAtMs }) => {
      const fresh = simulation.nowMs - visibleAtMs < LAG_MS;
      if (!fresh || !simulation.strikes(simulation.profile.staleRow)) return [current];
      return before ? [before] : [];
    });
  }

  /** The same records through the index. */
  private span({ fromMs, toMs }: Span, limit: number): Result<SpanReading, Failure> {
    const failed = this.failureOf();
    if (failed) return failed;
    const indexed = this.shown().filter(({ id }) => !this.incidents.hidesFromIndex(this.placeOf(id)));
    const inside = indexed.filter(({ updatedAtMs: at }) => at >= fromMs && at <= toMs).sort(newestFirst);
    const rows = inside.slice(0, limit).map(listRow);
    const outside = this.incidents.is("filter_by_day") ? indexed.length - inside.length : 0;
    return ok({ rows, whole: inside.length <= limit, outside, serverTimeMs: this.serverTimeMs });
  }

  private departures(ids: readonly string[]): Result<Map<string, Departure>, Failure> {
    const gone = ids.filter((id) => this.versions.has(id) && !this.records.has(id));
    return this.failureOf() ?? ok(new Map(gone.map((id) => [id, "deleted"])));
  }

  private read(ids: readonly string[]): Result<SourceReading, Failure> {
    const failed = this.failureOf();
    if (failed) return failed;
    const { nullLies } = this.simulation.profile;
    const shown = (id: string) =>
      this.simulation.strikes(nullLies) || this.incidents.nullById(id) ? null : (this.records.get(id)?.current ?? null);
    return ok({ records: new Map(ids.map((id) => [id, shown(id)])), serverTimeMs: this.serverTimeMs });
  }
}

const listRow = (record: CustomerRecord): ListRow => ({
  id: record.id,
  updatedAtMs: record.updatedAtMs,
  subscribed: record.email?.state === "SUBSCRIBED",
});

const compareIds = (a: string, b: string): number => Number(a) - Number(b);
const byId = (a: SourceRecord, b: SourceRecord): number => compareIds(a.id, b.id);
type Placed = Pick<SourceRecord, "updatedAtMs" | "id">;
const newestFirst = (a: Placed, b: Placed): number => b.updatedAtMs - a.updatedAtMs || compareIds(b.id, a.id);

function isBeyond(kind: WalkKind, record: SourceRecord, cursor: string | null): boolean {
  if (cursor === null) return true;
  const [at = "", id = ""] = cursor.split(":");
  if (kind === "id") return compareIds(record.id, id) > 0;
  return record.updatedAtMs < Number(at) || (record.updatedAtMs === Number(at) && compareIds(record.id, id) < 0);
}
