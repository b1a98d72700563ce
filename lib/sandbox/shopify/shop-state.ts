import type { StateChange } from "@/lib/sandbox/contract";
import type { ShopifyApp } from "@/lib/sandbox/shopify/apps";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { CustomerStore } from "@/lib/sandbox/shopify/customer-store";
import type { ShopHook } from "@/lib/sandbox/shopify/hook";
import type { ShopOrder } from "@/lib/sandbox/shopify/order";
import { RecordStore } from "@/lib/sandbox/shopify/record-store";
import { DEFAULT_SETTINGS, type ShopifySettings } from "@/lib/sandbox/shopify/settings";
import { type RecordChange, Shelf } from "@/lib/sandbox/shopify/shelf";
import type { ShopEvent } from "@/lib/sandbox/shopify/shop-event";
import { DEFAULT_TOKEN, type ShopifyToken } from "@/lib/sandbox/shopify/tokens";

/** A change to customers, as the files on disk have always had it. */
type CustomerChange =
  | { kind: "put"; customer: ShopCustomer; visibleAtMs: number }
  | { kind: "delete"; id: string; visibleAtMs: number }
  | { kind: "import"; customers: ShopCustomer[]; replace: boolean; visibleAtMs: number };

/** Every way the shop changes. Times are epoch ms of our clock: when reads begin to see it. */
export type ShopChange =
  | CustomerChange
  | { kind: "order"; change: RecordChange<ShopOrder> }
  | { kind: "event"; event: ShopEvent }
  | { kind: "settings"; settings: ShopifySettings }
  | { kind: "token"; token: ShopifyToken }
  | { kind: "app"; app: ShopifyApp }
  | { kind: "hook"; hook: ShopHook }
  | { kind: "hook-gone"; id: string }
  | { kind: "reset" };

/** The shop: customers and orders (a primary store each, and an index that lags behind it), what was deleted, settings and tokens. */
export class ShopState {
  settings: ShopifySettings = DEFAULT_SETTINGS;
  readonly tokens = new Map<string, ShopifyToken>([[DEFAULT_TOKEN.token, DEFAULT_TOKEN]]);
  readonly apps = new Map<string, ShopifyApp>();
  readonly hooks = new Map<string, ShopHook>();
  readonly customers = new Shelf<ShopCustomer, CustomerStore>(() => new CustomerStore());
  readonly orders = new Shelf<ShopOrder, RecordStore<ShopOrder>>(() => new RecordStore<ShopOrder>());
  /** Oldest first. */
  readonly events: ShopEvent[] = [];

  apply(change: ShopChange): void {
    switch (change.kind) {
      case "put":
      case "delete":
      case "import":
        this.customers.apply(fromDisk(change));
        return;
      case "order":
        this.orders.apply(change.change);
        return;
      case "event":
        this.events.push(change.event);
        return;
      case "settings":
        // A file of an older version lacks settings that came later.
        this.settings = { ...DEFAULT_SETTINGS, ...change.settings };
        return;
      case "token":
        this.tokens.set(change.token.token, change.token);
        return;
      case "app":
        this.apps.set(change.app.clientId, change.app);
        return;
      case "hook":
        this.hooks.set(change.hook.id, change.hook);
        return;
      case "hook-gone":
        this.hooks.delete(change.id);
        return;
      case "reset":
        this.reset();
        return;
      default:
        throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
    }
  }

  /** The whole state as changes. */
  snapshot(nowMs: number): StateChange[] {
    const changes: ShopChange[] = [
      { kind: "settings", settings: this.settings },
      ...[...this.tokens.values()].map((token): ShopChange => ({ kind: "token", token })),
      ...[...this.apps.values()].map((app): ShopChange => ({ kind: "app", app })),
      ...[...this.hooks.values()].map((hook): ShopChange => ({ kind: "hook", hook })),
      ...this.customers.snapshot(nowMs).map(toDisk),
      ...this.orders.snapshot(nowMs).map((change): ShopChange => ({ kind: "order", change })),
      ...this.events.map((event): ShopChange => ({ kind: "event", event })),
    ];
    return changes.map((change) => ({ ...change }));
  }

  private reset(): void {
    this.settings = DEFAULT_SETTINGS;
    this.tokens.clear();
    this.apps.clear();
    this.hooks.clear();
    this.tokens.set(DEFAULT_TOKEN.token, DEFAULT_TOKEN);
    this.customers.clear();
    this.orders.clear();
    this.events.length = 0;
  }
}

function fromDisk(change: CustomerChange): RecordChange<ShopCustomer> {
  switch (change.kind) {
    case "put":
      return { kind: "put", record: change.customer, visibleAtMs: change.visibleAtMs };
    case "delete":
      return change;
    case "import": {
      const { customers, replace, visibleAtMs } = change;
      return { kind: "import", records: customers, replace, visibleAtMs };
    }
    default:
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}

function toDisk(change: RecordChange<ShopCustomer>): CustomerChange {
  switch (change.kind) {
    case "put":
      return { kind: "put", customer: change.record, visibleAtMs: change.visibleAtMs };
    case "delete":
      return change;
    case "import": {
      const { records, replace, visibleAtMs } = change;
      return { kind: "import", customers: records, replace, visibleAtMs };
    }
    default:
      throw new Error(`Unknown change ${JSON.stringify(change satisfies never)}`);
  }
}
