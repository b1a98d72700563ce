import { hasProvableConsent } from "@/lib/demo/shop/provable-consent";
import { ok, type Result } from "@/lib/kernel/result";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";
import { type CustomerView, type ShopTruth, viewCustomer } from "./shop-view";

export const PAGE_SIZE = 25;

export interface ShopPage {
  name: string;
  domain: string;
  customers: CustomerView[];
  /** Of those found, not only of those shown. */
  total: number;
  truth: ShopTruth;
}

/** One page of the stand-in shop's customers, the last changed first. @param page from 1 */
export async function readShop(
  context: Context,
  { search, page }: { search: string; page: number },
): Promise<Result<ShopPage, UseCaseError>> {
  const asked = await askSandbox(context, "viewer", ({ shop }) =>
    Promise.all([
      shop.listCustomers({ search, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }),
      shop.truth(),
      shop.settings(),
    ]),
  );
  if (!asked.ok) return asked;
  const [list, truth, settings] = asked.value;
  return ok({
    name: settings.shop.name,
    domain: settings.shop.myshopifyDomain,
    customers: list.customers.map(viewCustomer),
    total: list.total,
    truth: { ...countTruth(truth.customers), deleted: truth.deletedIds.length },
  });
}

function countTruth(customers: readonly ShopCustomer[]): Omit<ShopTruth, "deleted"> {
  const subscribed = customers.filter(({ email }) => email?.marketingState === "SUBSCRIBED");
  const provable = customers.filter(hasProvableConsent).length;
  return {
    customers: customers.length,
    withAddress: customers.filter(({ email }) => email !== null).length,
    provable,
    unproved: subscribed.length - provable,
  };
}
