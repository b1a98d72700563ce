import { seedDemoAccount } from "@/lib/demo/brevo/seed-account";
import { generateDemoShop } from "@/lib/demo/shop/generate";
import { hasProvableConsent } from "@/lib/demo/shop/provable-consent";
import { createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createSandboxControl } from "@/lib/sandbox/client";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { compareIds } from "@/lib/sandbox/shopify/record-text";

const SHARED_CONSENTING = 16;
const SHARED_OTHERS = 8;

/**
 * Fills an empty stand-in shop with the demo's 1,200 customers, and the stand-in account with 40 contacts: 24 of the shop's customers, one of whom
 * consents in the shop and has opted out in Brevo, and others.
 * @param fresh also fills an account that has contacts (an interrupted seed), adding who is missing; otherwise what has records is left as people made it
 */
export async function seedStandIns(
  options: { controlUrl: string; secret: string; now: Date },
  { fresh }: { fresh: boolean },
): Promise<void> {
  const control = createSandboxControl(options);
  const brevo = createBrevoControl(control.brevo.call);
  const [shop, account] = await Promise.all([
    control.shopify.listCustomers({ limit: 1 }),
    brevo.listContacts({ limit: 1 }),
  ]);
  if (shop.total === 0) await control.shopify.importCustomers(generateDemoShop({ endingAt: options.now }));
  if (account.count > 0 && !fresh) return;
  const { customers } = await control.shopify.truth();
  await seedDemoAccount(brevo, { ...chooseShared(customers), now: options.now });
}

/** The same choice for the same shop. @returns addresses that one customer alone has, the one to be opted out among the consenting */
export function chooseShared(customers: readonly ShopCustomer[]): {
  sharedAddresses: string[];
  blocklistedAddress: string;
} {
  const owners = new Map<string, number>();
  for (const { email } of customers)
    if (email) owners.set(fold(email.address), (owners.get(fold(email.address)) ?? 0) + 1);
  const usable = [...customers]
    .sort((left, right) => compareIds(left.id, right.id))
    .filter(({ email }) => email?.validFormat && owners.get(fold(email.address)) === 1);
  const consenting = usable.filter(hasProvableConsent);
  const others = usable.filter((customer) => !hasProvableConsent(customer));
  const shared = [...spread(consenting, SHARED_CONSENTING), ...spread(others, SHARED_OTHERS)].flatMap(({ email }) =>
    email ? [email.address] : [],
  );
  // A shop loaded from an export without consent times has nobody who consents: then somebody of the account's own is opted out.
  return { sharedAddresses: shared, blocklistedAddress: consenting.length > 0 ? (shared[0] ?? "") : OPTED_OUT };
}

const OPTED_OUT = "opted.out@mail.example";
const fold = (address: string) => address.toLowerCase();

/** So many of them, evenly over the whole. */
function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, count);
}
