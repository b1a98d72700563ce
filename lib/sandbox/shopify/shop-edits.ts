import {
  type ConsentOutcome,
  type ConsentWrite,
  writeEmailConsent,
  writeSmsConsent,
} from "@/lib/sandbox/shopify/consent";
import {
  type CustomerInput,
  customerEditSchema,
  customerInputSchema,
  type ShopCustomer,
} from "@/lib/sandbox/shopify/customer";
import { type EditOptions, highestId, nextId } from "@/lib/sandbox/shopify/mint-id";
import { createOrderEdits, type OrderEdits } from "@/lib/sandbox/shopify/order-edits";
import { toMicros } from "@/lib/sandbox/shopify/record-text";
import type { ShopClock } from "@/lib/sandbox/shopify/shop-clock";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

const FIRST_MINTED_ID = "7000000000001";

/** Changes to the shop's customers, from outside the API. Each validates, stamps, applies and records. */
export interface ShopEdits {
  create(input: unknown, options?: EditOptions): ShopCustomer;
  /** @returns undefined when there is no such customer. `updatedAt` becomes now unless the edit names one. */
  edit(id: string, edit: unknown, options?: EditOptions): ShopCustomer | undefined;
  /** Deletes it and leaves an event, as Shopify does. */
  remove(id: string): boolean;
  /** The source goes, its orders with it to the target, and the target is edited. @returns undefined when either is not there */
  merge(sourceId: string, targetId: string): ShopCustomer | undefined;
  consent(id: string, channel: "email" | "sms", write: ConsentWrite): ConsentOutcome | undefined;
  /** Adds or replaces many at once; with `replace` nobody else remains. @throws ZodError naming the first bad one */
  importMany(inputs: readonly CustomerInput[], replace: boolean): { created: number; updated: number };
  readonly orders: OrderEdits;
}

/** @param commit applies a change and records it */
export function createShopEdits(state: ShopState, clock: ShopClock, commit: (change: ShopChange) => void): ShopEdits {
  const visibleAtMs = (options?: EditOptions) => clock.hostMs() + (options?.commitDelayMs ?? 0);
  const note = (action: string, subjectId: string) => {
    const event = { seq: state.events.length + 1, action, createdAt: clock.second(), subjectId };
    commit({ kind: "event", event: { ...event, subjectType: "CUSTOMER" } });
  };

  const orders = createOrderEdits(state, clock, commit);

  function complete(input: unknown, mintId: () => string): ShopCustomer {
    const { id, createdAt, updatedAt, ...rest } = customerInputSchema.parse(input);
    const customer = {
      id: id ?? mintId(),
      createdAt:
        createdAt ?? (id === undefined ? undefined : state.customers.accepted.get(id)?.createdAt) ?? clock.second(),
      updatedAt: updatedAt === undefined ? clock.stamp() : toMicros(updatedAt),
      ...rest,
    };
    return customer;
  }

  return {
    create(input, options) {
      const customer = complete(input, () => nextId(highestId(state.customers), FIRST_MINTED_ID));
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs(options) });
      return customer;
    },
    edit(id, edit, options) {
      const old = state.customers.accepted.get(id);
      if (!old) return undefined;
      const { updatedAt, ...changes } = customerEditSchema.parse(edit);
      const customer = {
        ...old,
        ...changes,
        updatedAt: updatedAt === undefined ? clock.stamp() : toMicros(updatedAt),
      };
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs(options) });
      return customer;
    },
    remove(id) {
      if (!state.customers.accepted.get(id)) return false;
      commit({ kind: "delete", id, visibleAtMs: visibleAtMs() });
      note("destroy", id);
      return true;
    },
    merge(sourceId, targetId) {
      const target = state.customers.accepted.get(targetId);
      if (!target || sourceId === targetId || !state.customers.accepted.get(sourceId)) return undefined;
      const customer = { ...target, updatedAt: clock.stamp() };
      commit({ kind: "delete", id: sourceId, visibleAtMs: visibleAtMs() });
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs() });
      orders.giveTo(sourceId, targetId);
      const { mergeEvent } = state.settings;
      if (mergeEvent) note(mergeEvent.action, mergeEvent.names === "source" ? sourceId : targetId);
      return customer;
    },
    orders,
    consent(id, channel, write) {
      const old = state.customers.accepted.get(id);
      if (!old) return undefined;
      const outcome = (channel === "email" ? writeEmailConsent : writeSmsConsent)(old, write, clock.second());
      if (outcome.kind !== "stored") return outcome;
      const moved = state.settings.consentMovesUpdatedAt ? { updatedAt: clock.stamp() } : {};
      const customer = { ...outcome.customer, ...moved };
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs() });
      return { kind: "stored", customer };
    },
    importMany(inputs, replace) {
      let minted = highestId(state.customers);
      const customers = inputs.map((input) =>
        complete(input, () => {
          minted = nextId(minted, FIRST_MINTED_ID);
          return minted;
        }),
      );
      const known = customers.filter(({ id }) => state.customers.accepted.get(id) !== undefined).length;
      commit({
        kind: "import",
        customers,
        replace,
        visibleAtMs: visibleAtMs(),
      });
      return { created: customers.length - known, updated: known };
    },
  };
}
