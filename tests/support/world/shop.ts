import { err, ok, type Result } from "@/lib/kernel/result";
import type { CustomerRecord, SourceRecord } from "@/lib/rules/customer";
import type { Failure } from "@/lib/runner/failures";
import type { ListPage, Source, SourceReading, WalkKind } from "@/lib/runner/reading-ports";
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
export class FakeShop implements Source {
  readonly records = new Map<string, SourceRecord>();
  /** Failures for the next calls of each kind, first come first struck. */
  readonly failures: { page: Failure[]; read: Failure[] } = { page: [], read: [] };
  /** What the list leaves out (by id reads still see it). */
  hideFromList: (id: string) => boolean = () => false;
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
    this.put({ ...before, ...changes, updatedAtMs: Math.floor(this.clock.nowMs() / 1000) * 1000 });
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
      rows: rows.map((record) => ({
        id: record.id,
        updatedAtMs: record.updatedAtMs,
        subscribed: record.email?.state === "SUBSCRIBED",
      })),
      nextCursor: last && after.length > rows.length ? `${last.updatedAtMs}:${last.id}` : null,
      serverTimeMs: Math.floor(this.clock.nowMs() / 1000) * 1000,
    });
  }

  async read(ids: readonly string[]): Promise<Result<SourceReading, Failure>> {
    const failure = this.failures.read.shift();
    if (failure) return err(failure);
    this.readIds.push(...ids);
    const records = new Map(ids.map((id) => [id, this.records.get(id) ?? null]));
    return ok({ records, serverTimeMs: Math.floor(this.clock.nowMs() / 1000) * 1000 });
  }

  async total(): Promise<Result<number | null, Failure>> {
    return ok(this.records.size);
  }
}

const compareIds = (a: string, b: string): number => Number(BigInt(a) - BigInt(b));
const byId = (a: SourceRecord, b: SourceRecord): number => compareIds(a.id, b.id);
const newestFirst = (a: SourceRecord, b: SourceRecord): number =>
  b.updatedAtMs - a.updatedAtMs || compareIds(b.id, a.id);

function isBeyond(kind: WalkKind, record: SourceRecord, cursor: string | null): boolean {
  const [at = "", id = ""] = (cursor ?? "").split(":");
  if (kind === "id") return compareIds(record.id, id) > 0;
  return record.updatedAtMs < Number(at) || (record.updatedAtMs === Number(at) && compareIds(record.id, id) < 0);
}
