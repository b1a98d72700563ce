import { err, ok, type Result } from "@/lib/kernel/result";
import type { CustomerRecord, SourceRecord } from "@/lib/rules/customer";
import type { Failure } from "@/lib/runner/failures";
import type {
  Departure,
  ListPage,
  ListRow,
  Source,
  SourceAccess,
  SourceProofs,
  SourceReading,
  Span,
  SpanReading,
  WalkKind,
} from "@/lib/runner/reading-ports";
import type { VirtualClock } from "./clock";

/** A customer whose consent is provable, unless told otherwise. */
export function customer(id: string, updatedAtMs: number, changes: Partial<CustomerRecord> = {}): CustomerRecord {
  return {
    object: "customer",
    id,
    createdAtMs: updatedAtMs,
    updatedAtMs,
    firstName: `First ${id}`,
    lastName: "Last",
    locale: "en",
    tags: [],
    accountState: "ENABLED",
    verifiedEmail: true,
    numberOfOrders: 1,
    amountSpent: "10.00",
    amountSpentCurrency: "EUR",
    email: {
      address: `c${id}@example.com`,
      state: "SUBSCRIBED",
      optInLevel: "CONFIRMED_OPT_IN",
      updatedAtMs: updatedAtMs - 1000,
    },
    phone: null,
    countryCode: "FR",
    provinceCode: null,
    ...changes,
  };
}

/** A shop in memory behind the runner's Source port: a primary store, keyset pages, and faults that strike the next reads. */
export class FakeShop implements Source, SourceProofs {
  readonly records = new Map<string, SourceRecord>();
  /** Failures for the next calls of each kind, first come first struck. */
  readonly failures: { page: Failure[]; read: Failure[] } = { page: [], read: [] };
  /** What the list leaves out (by id reads still see it). */
  hideFromList: (id: string) => boolean = () => false;
  /** What the filtered list leaves out. */
  hideFromIndex: (id: string) => boolean = () => false;
  /** What reads by id answer null for, although it is there. */
  nullById: (id: string) => boolean = () => false;
  /** The filter works by whole days: rows of the span's days come too. */
  filtersByDay = false;
  /** Deletions leave no event. */
  hasNoEvents = false;
  /** How far the count is off. */
  countsWrongBy = 0;
  grantedScopes = ["read_customers"];
  /** How far its clock is ahead of ours. */
  skewMs = 0;
  pages = 0;
  readonly readIds: string[] = [];

  constructor(private readonly clock: VirtualClock) {}

  put(record: SourceRecord): void {
    this.records.set(record.id, record);
  }

  /** Edits a customer as the merchant would: `updatedAt` becomes now, in whole seconds. */
  edit(id: string, changes: Partial<CustomerRecord>): void {
    const before = this.records.get(id);
    if (!before) throw new Error(`no customer ${id}`);
    this.put({ ...before, ...changes, updatedAtMs: this.serverTimeMs });
  }

  async page(input: { kind: WalkKind; cursor: string | null; first: number }): Promise<Result<ListPage, Failure>> {
    this.pages++;
    const failure = this.failures.page.shift();
    if (failure) return err(failure);
    const listed = [...this.records.values()].filter((record) => !this.hideFromList(record.id));
    const ordered = listed.sort(input.kind === "updated" ? newestFirst : byId);
    const after =
      input.cursor === null ? ordered : ordered.filter((record) => isBeyond(input.kind, record, input.cursor));
    const rows = after.slice(0, input.first);
    const last = rows.at(-1);
    return ok({
      rows: rows.map(listRow),
      nextCursor: last && after.length > rows.length ? `${last.updatedAtMs}:${last.id}` : null,
      serverTimeMs: this.serverTimeMs,
    });
  }

  async read(ids: readonly string[]): Promise<Result<SourceReading, Failure>> {
    const failure = this.failures.read.shift();
    if (failure) return err(failure);
    this.readIds.push(...ids);
    const records = new Map(ids.map((id) => [id, this.nullById(id) ? null : (this.records.get(id) ?? null)]));
    // Nobody asked for is no request, and no answer that could tell the time.
    return ok({ records, serverTimeMs: ids.length > 0 ? this.serverTimeMs : Number.POSITIVE_INFINITY });
  }

  async total(): Promise<Result<number | null, Failure>> {
    return ok(this.records.size + this.countsWrongBy);
  }

  async span({ fromMs, toMs }: Span, limit: number): Promise<Result<SpanReading, Failure>> {
    const [lowMs, highMs] = this.filtersByDay ? [dayOf(fromMs), dayOf(toMs) + DAY_MS - 1] : [fromMs, toMs];
    const shown = [...this.records.values()]
      .filter(({ id, updatedAtMs: at }) => at >= lowMs && at <= highMs && !this.hideFromIndex(id))
      .sort(newestFirst);
    const inside = shown.filter(({ updatedAtMs: at }) => at >= fromMs && at <= toMs);
    return ok({
      rows: inside.slice(0, limit).map(listRow),
      whole: inside.length <= limit,
      outside: shown.length - inside.length,
      serverTimeMs: this.serverTimeMs,
    });
  }

  async access(): Promise<Result<SourceAccess, Failure>> {
    const { grantedScopes } = this;
    return ok({
      shopId: "gid://shopify/Shop/1",
      grantedScopes,
      missingScopes: ["read_customers"].filter((scope) => !grantedScopes.includes(scope)),
      oldestVisibleMs: null,
      wholePast: true,
    });
  }

  async departures(ids: readonly string[]): Promise<Result<Map<string, Departure>, Failure>> {
    const left = this.hasNoEvents ? [] : ids.filter((id) => !this.records.has(id));
    return ok(new Map(left.map((id) => [id, "deleted"])));
  }

  private get serverTimeMs(): number {
    return Math.floor((this.clock.nowMs() + this.skewMs) / 1000) * 1000;
  }
}

const DAY_MS = 24 * 3_600_000;
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;

const listRow = (record: SourceRecord): ListRow => ({
  id: record.id,
  updatedAtMs: record.updatedAtMs,
  subscribed: record.email?.state === "SUBSCRIBED",
});

const compareIds = (a: string, b: string): number => Number(BigInt(a) - BigInt(b));
const byId = (a: SourceRecord, b: SourceRecord): number => compareIds(a.id, b.id);
const newestFirst = (a: SourceRecord, b: SourceRecord): number =>
  b.updatedAtMs - a.updatedAtMs || compareIds(b.id, a.id);

function isBeyond(kind: WalkKind, record: SourceRecord, cursor: string | null): boolean {
  const [at = "", id = ""] = (cursor ?? "").split(":");
  if (kind === "id") return compareIds(record.id, id) > 0;
  return record.updatedAtMs < Number(at) || (record.updatedAtMs === Number(at) && compareIds(record.id, id) < 0);
}
