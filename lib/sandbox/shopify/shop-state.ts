import type { StateChange } from "@/lib/sandbox/contract";
import type { ShopifyApp } from "@/lib/sandbox/shopify/apps";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { CustomerStore } from "@/lib/sandbox/shopify/customer-store";
import { DEFAULT_SETTINGS, type ShopifySettings } from "@/lib/sandbox/shopify/settings";
import { DEFAULT_TOKEN, type ShopifyToken } from "@/lib/sandbox/shopify/tokens";

/** Every way the shop changes. Times are epoch ms of our clock: when it was accepted, and when reads begin to see it. */
export type ShopChange =
  | { kind: "put"; customer: ShopCustomer; visibleAtMs: number }
  | { kind: "delete"; id: string; visibleAtMs: number }
  | {
      kind: "import";
      customers: ShopCustomer[];
      replace: boolean;
      visibleAtMs: number;
    }
  | { kind: "settings"; settings: ShopifySettings }
  | { kind: "token"; token: ShopifyToken }
  | { kind: "app"; app: ShopifyApp }
  | { kind: "reset" };

type RecordChange = Extract<ShopChange, { visibleAtMs: number }>;

/** Applies changes that are due to one store; those that are not due yet wait in order of their time. */
class Follower {
  readonly store = new CustomerStore();
  private waiting: RecordChange[] = [];

  add(change: RecordChange): void {
    this.waiting.push(change);
  }

  /** Brings the store up to `nowMs`, in order of visibility. */
  settle(nowMs: number): CustomerStore {
    if (this.waiting.length === 0) return this.store;
    const due = this.waiting
      .filter((change) => change.visibleAtMs <= nowMs)
      .sort((a, b) => a.visibleAtMs - b.visibleAtMs);
    if (due.length === 0) return this.store;
    this.waiting = this.waiting.filter((change) => change.visibleAtMs > nowMs);
    for (const change of due) applyRecord(this.store, change);
    return this.store;
  }

  pending(): readonly RecordChange[] {
    return this.waiting;
  }

  clear(): void {
    this.store.clear();
    this.waiting = [];
  }
}

/** The shop: a primary store, an index that lags behind it, settings and tokens. */
export class ShopState {
  settings: ShopifySettings = DEFAULT_SETTINGS;
  readonly tokens = new Map<string, ShopifyToken>([[DEFAULT_TOKEN.token, DEFAULT_TOKEN]]);
  readonly apps = new Map<string, ShopifyApp>();
  private readonly primaryFollower = new Follower();
  private readonly indexFollower = new Follower();
  /** Everything accepted, whether reads see it yet or not: what control calls edit, and the ground truth. */
  readonly accepted = new CustomerStore();
  readonly deletedIds = new Set<string>();

  apply(change: ShopChange): void {
    switch (change.kind) {
      case "put":
      case "delete":
      case "import":
        this.rememberDeletion(change);
        applyRecord(this.accepted, change);
        this.primaryFollower.add(change);
        this.indexFollower.add(change);
        return;
      case "settings":
        this.settings = change.settings;
        return;
      case "token":
        this.tokens.set(change.token.token, change.token);
        return;
      case "app":
        this.apps.set(change.app.clientId, change.app);
        return;
      case "reset":
        this.reset();
        return;
      default:
        throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
    }
  }

  /** What unfiltered lists and reads by id see. */
  primary(nowMs: number): CustomerStore {
    return this.primaryFollower.settle(nowMs);
  }

  /** What filtered lists and counts see. */
  index(nowMs: number): CustomerStore {
    return this.indexFollower.settle(nowMs - this.settings.indexLagMs);
  }

  /** The whole state as changes. An index that lags is taken as caught up, except for changes still waiting in the primary. */
  snapshot(nowMs: number): StateChange[] {
    const visible = this.primary(nowMs).all();
    const waiting = this.primaryFollower.pending();
    const changes: ShopChange[] = [
      { kind: "settings", settings: this.settings },
      ...[...this.tokens.values()].map((token): ShopChange => ({ kind: "token", token })),
      ...[...this.apps.values()].map((app): ShopChange => ({ kind: "app", app })),
      ...[...this.deletedIds].map((id): ShopChange => ({ kind: "delete", id, visibleAtMs: 0 })),
      { kind: "import", customers: visible, replace: false, visibleAtMs: 0 },
      ...waiting,
    ];
    return changes.map((change) => ({ ...change }));
  }

  private rememberDeletion(change: RecordChange): void {
    if (change.kind === "delete") this.deletedIds.add(change.id);
    else if (change.kind === "put") this.deletedIds.delete(change.customer.id);
    else {
      if (change.replace) for (const { id } of this.accepted.all()) this.deletedIds.add(id);
      for (const { id } of change.customers) this.deletedIds.delete(id);
    }
  }

  private reset(): void {
    this.settings = DEFAULT_SETTINGS;
    this.tokens.clear();
    this.apps.clear();
    this.tokens.set(DEFAULT_TOKEN.token, DEFAULT_TOKEN);
    this.deletedIds.clear();
    for (const part of [this.primaryFollower, this.indexFollower, this.accepted]) part.clear();
  }
}

function applyRecord(store: CustomerStore, change: RecordChange): void {
  switch (change.kind) {
    case "put":
      store.put(change.customer);
      return;
    case "delete":
      store.delete(change.id);
      return;
    case "import":
      if (change.replace) store.clear();
      store.putMany(change.customers);
      return;
    default:
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}
