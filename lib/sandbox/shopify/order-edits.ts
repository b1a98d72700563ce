import { type EditOptions, highestId, nextId } from "@/lib/sandbox/shopify/mint-id";
import {
  type OrderInput,
  orderEditSchema,
  orderInputSchema,
  refundWriteSchema,
  type ShopOrder,
} from "@/lib/sandbox/shopify/order";
import { addAmounts, subtractAmounts } from "@/lib/sandbox/shopify/order-amount";
import { toMicros } from "@/lib/sandbox/shopify/record-text";
import type { ShopClock } from "@/lib/sandbox/shopify/shop-clock";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

const FIRST_MINTED_ID = "5000000000001";

/** Changes to the shop's orders, from outside the API. Each validates, stamps, applies and records. */
export interface OrderEdits {
  create(input: unknown, options?: EditOptions): ShopOrder;
  /** @returns undefined when there is no such order. `updatedAt` becomes now unless the edit names one. */
  edit(id: string, edit: unknown, options?: EditOptions): ShopOrder | undefined;
  /** Pays part of the total back. Whether `updatedAt` moves: the write says, else `settings.refundMovesUpdatedAt`. */
  refund(id: string, write: unknown): ShopOrder | undefined;
  cancel(id: string): ShopOrder | undefined;
  /** Deletes it and leaves an event. */
  remove(id: string): boolean;
  importMany(inputs: readonly OrderInput[], replace: boolean): { created: number; updated: number };
  /** A merged customer's orders go to the one that stays; their times do not move. */
  giveTo(sourceId: string, targetId: string): void;
}

/** @param commit applies a change and records it */
export function createOrderEdits(state: ShopState, clock: ShopClock, commit: (change: ShopChange) => void): OrderEdits {
  const { accepted } = state.orders;
  const put = (record: ShopOrder, { commitDelayMs = 0 }: EditOptions = {}) => {
    commit({ kind: "order", change: { kind: "put", record, visibleAtMs: clock.hostMs() + commitDelayMs } });
    return record;
  };

  function complete(input: unknown, mintId: () => string): ShopOrder {
    const { id = mintId(), createdAt, processedAt, updatedAt, currentTotal, ...rest } = orderInputSchema.parse(input);
    const created = createdAt ?? accepted.get(id)?.createdAt ?? clock.second();
    return {
      ...rest,
      id,
      name: rest.name ?? `#${BigInt(id) % 1_000_000n}`,
      createdAt: created,
      processedAt: processedAt ?? created,
      updatedAt: updatedAt === undefined ? clock.stamp() : toMicros(updatedAt),
      presentmentCurrencyCode: rest.presentmentCurrencyCode ?? rest.currencyCode,
      currentTotal: currentTotal ?? rest.total,
    };
  }

  function edit(id: string, change: unknown, options?: EditOptions): ShopOrder | undefined {
    const old = accepted.get(id);
    if (!old) return undefined;
    const { updatedAt, ...changes } = orderEditSchema.parse(change);
    return put({ ...old, ...changes, updatedAt: updatedAt ? toMicros(updatedAt) : clock.stamp() }, options);
  }

  return {
    create: (input, options) =>
      put(
        complete(input, () => nextId(highestId(state.orders), FIRST_MINTED_ID)),
        options,
      ),
    edit,
    refund(id, write) {
      const old = accepted.get(id);
      if (!old) return undefined;
      const { amount, moveUpdatedAt = state.settings.refundMovesUpdatedAt } = refundWriteSchema.parse(write);
      const refund = { id: `${id}${old.refunds.length + 1}`, createdAt: clock.second(), amount };
      const whole = addAmounts(old.totalRefunded.shop, amount) === addAmounts(old.total.shop, "0");
      return put({
        ...old,
        refunds: [...old.refunds, refund],
        totalRefunded: { shop: addAmounts(old.totalRefunded.shop, amount) },
        currentTotal: { shop: subtractAmounts(old.currentTotal.shop, amount) },
        financialStatus: whole ? "REFUNDED" : "PARTIALLY_REFUNDED",
        updatedAt: moveUpdatedAt ? clock.stamp() : old.updatedAt,
      });
    },
    cancel: (id) => edit(id, { cancelledAt: clock.second(), cancelReason: "CUSTOMER", financialStatus: "VOIDED" }),
    remove(id) {
      if (!accepted.get(id)) return false;
      commit({ kind: "order", change: { kind: "delete", id, visibleAtMs: clock.hostMs() } });
      const event = { seq: state.events.length + 1, action: "destroy", createdAt: clock.second(), subjectId: id };
      commit({ kind: "event", event: { ...event, subjectType: "ORDER" } });
      return true;
    },
    importMany(inputs, replace) {
      let minted = highestId(state.orders);
      const records = inputs.map((input) =>
        complete(input, () => {
          minted = nextId(minted, FIRST_MINTED_ID);
          return minted;
        }),
      );
      const known = records.filter(({ id }) => accepted.get(id) !== undefined).length;
      commit({ kind: "order", change: { kind: "import", records, replace, visibleAtMs: clock.hostMs() } });
      return { created: records.length - known, updated: known };
    },
    giveTo(sourceId, targetId) {
      for (const order of accepted.all().filter(({ customerId }) => customerId === sourceId))
        put({ ...order, customerId: targetId });
    },
  };
}
