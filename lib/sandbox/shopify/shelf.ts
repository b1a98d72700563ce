import type { RecordStore, StoredRecord } from "@/lib/sandbox/shopify/record-store";

/** A change to one kind of record. `visibleAtMs` is epoch ms of our clock: when reads begin to see it. */
export type RecordChange<T extends StoredRecord> =
  | { kind: "put"; record: T; visibleAtMs: number }
  | { kind: "delete"; id: string; visibleAtMs: number }
  | { kind: "import"; records: T[]; replace: boolean; visibleAtMs: number };

/** Applies changes that are due to one store; those that are not due yet wait in order of their time. */
class Follower<T extends StoredRecord> {
  private waiting: RecordChange<T>[] = [];

  constructor(readonly store: RecordStore<T>) {}

  add(change: RecordChange<T>): void {
    this.waiting.push(change);
  }

  /** Brings the store up to `nowMs`, in order of visibility. */
  settle(nowMs: number): RecordStore<T> {
    if (this.waiting.length === 0) return this.store;
    const due = this.waiting
      .filter((change) => change.visibleAtMs <= nowMs)
      .sort((a, b) => a.visibleAtMs - b.visibleAtMs);
    if (due.length === 0) return this.store;
    this.waiting = this.waiting.filter((change) => change.visibleAtMs > nowMs);
    for (const change of due) applyRecord(this.store, change);
    return this.store;
  }

  pending(): readonly RecordChange<T>[] {
    return this.waiting;
  }

  clear(): void {
    this.store.clear();
    this.waiting = [];
  }
}

/** One kind of record: a primary store, an index that lags behind it, and everything that was accepted. */
export class Shelf<T extends StoredRecord, S extends RecordStore<T>> {
  /** Everything accepted, whether reads see it yet or not: what control calls edit, and the ground truth. */
  readonly accepted: S;
  readonly deletedIds = new Set<string>();
  private readonly primaryFollower: Follower<T>;
  private readonly indexFollower: Follower<T>;

  constructor(makeStore: () => S) {
    this.accepted = makeStore();
    this.primaryFollower = new Follower(makeStore());
    this.indexFollower = new Follower(makeStore());
  }

  apply(change: RecordChange<T>): void {
    this.rememberDeletion(change);
    applyRecord(this.accepted, change);
    this.primaryFollower.add(change);
    this.indexFollower.add(change);
  }

  /** What unfiltered lists and reads by id see. */
  primary(nowMs: number): S {
    return this.primaryFollower.settle(nowMs) as S;
  }

  /** What filtered lists and counts see. @param lagMs how far they are behind */
  index(nowMs: number, lagMs: number): S {
    return this.indexFollower.settle(nowMs - lagMs) as S;
  }

  /** The whole shelf as changes. An index that lags is taken as caught up, except for changes still waiting in the primary. */
  snapshot(nowMs: number): RecordChange<T>[] {
    return [
      ...[...this.deletedIds].map((id) => ({ kind: "delete" as const, id, visibleAtMs: 0 })),
      { kind: "import", records: this.primary(nowMs).all(), replace: false, visibleAtMs: 0 },
      ...this.primaryFollower.pending(),
    ];
  }

  clear(): void {
    this.deletedIds.clear();
    for (const part of [this.primaryFollower, this.indexFollower, this.accepted]) part.clear();
  }

  private rememberDeletion(change: RecordChange<T>): void {
    switch (change.kind) {
      case "delete":
        this.deletedIds.add(change.id);
        return;
      case "put":
        this.deletedIds.delete(change.record.id);
        return;
      case "import":
        if (change.replace) for (const { id } of this.accepted.all()) this.deletedIds.add(id);
        for (const { id } of change.records) this.deletedIds.delete(id);
        return;
      default:
        throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
    }
  }
}

function applyRecord<T extends StoredRecord>(store: RecordStore<T>, change: RecordChange<T>): void {
  switch (change.kind) {
    case "put":
      store.put(change.record);
      return;
    case "delete":
      store.delete(change.id);
      return;
    case "import":
      if (change.replace) store.clear();
      store.putMany(change.records);
      return;
    default:
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}
