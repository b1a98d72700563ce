import {
  type ConsentOutcome,
  type ConsentWrite,
  writeEmailConsent,
  writeSmsConsent,
} from "@/lib/sandbox/shopify/consent";
import {
  type CustomerInput,
  compareIds,
  customerEditSchema,
  customerInputSchema,
  type ShopCustomer,
  toMicros,
} from "@/lib/sandbox/shopify/customer";
import type { ShopClock } from "@/lib/sandbox/shopify/shop-clock";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

const FIRST_MINTED_ID = "7000000000001";

export interface EditOptions {
  /** The record is stamped now and seen by reads only this much later, as when a transaction commits late. */
  commitDelayMs?: number;
}

/** Changes to the shop's customers, from outside the API. Each validates, stamps, applies and records. */
export interface ShopEdits {
  create(input: unknown, options?: EditOptions): ShopCustomer;
  /** @returns undefined when there is no such customer. `updatedAt` becomes now unless the edit names one. */
  edit(id: string, edit: unknown, options?: EditOptions): ShopCustomer | undefined;
  remove(id: string): boolean;
  consent(id: string, channel: "email" | "sms", write: ConsentWrite): ConsentOutcome | undefined;
  /** Adds or replaces many at once; with `replace` nobody else remains. @throws ZodError naming the first bad one */
  importMany(inputs: readonly CustomerInput[], replace: boolean): { created: number; updated: number };
}

/** @param commit applies a change and records it */
export function createShopEdits(state: ShopState, clock: ShopClock, commit: (change: ShopChange) => void): ShopEdits {
  const visibleAtMs = (options?: EditOptions) => clock.hostMs() + (options?.commitDelayMs ?? 0);

  function complete(input: unknown, mintId: () => string): ShopCustomer {
    const { id, createdAt, updatedAt, ...rest } = customerInputSchema.parse(input);
    const customer = {
      id: id ?? mintId(),
      createdAt: createdAt ?? (id === undefined ? undefined : state.accepted.get(id)?.createdAt) ?? clock.second(),
      updatedAt: updatedAt === undefined ? clock.stamp() : toMicros(updatedAt),
      ...rest,
    };
    return customer;
  }

  return {
    create(input, options) {
      const customer = complete(input, () => nextId(highestId(state)));
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs(options) });
      return customer;
    },
    edit(id, edit, options) {
      const old = state.accepted.get(id);
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
      if (!state.accepted.get(id)) return false;
      commit({ kind: "delete", id, visibleAtMs: visibleAtMs() });
      return true;
    },
    consent(id, channel, write) {
      const old = state.accepted.get(id);
      if (!old) return undefined;
      const outcome = (channel === "email" ? writeEmailConsent : writeSmsConsent)(old, write, clock.second());
      if (outcome.kind !== "stored") return outcome;
      const moved = state.settings.consentMovesUpdatedAt ? { updatedAt: clock.stamp() } : {};
      const customer = { ...outcome.customer, ...moved };
      commit({ kind: "put", customer, visibleAtMs: visibleAtMs() });
      return { kind: "stored", customer };
    },
    importMany(inputs, replace) {
      let minted = highestId(state);
      const customers = inputs.map((input) =>
        complete(input, () => {
          minted = nextId(minted);
          return minted;
        }),
      );
      const known = customers.filter(({ id }) => state.accepted.get(id) !== undefined).length;
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

function highestId(state: ShopState): string | undefined {
  const last = state.accepted.orders.id.at(state.accepted.size - 1)?.id;
  const lastDeleted = [...state.deletedIds].sort(compareIds).at(-1);
  if (last === undefined || lastDeleted === undefined) return last ?? lastDeleted;
  return compareIds(last, lastDeleted) > 0 ? last : lastDeleted;
}

function nextId(highest: string | undefined): string {
  return highest === undefined ? FIRST_MINTED_ID : String(BigInt(highest) + 1n);
}
