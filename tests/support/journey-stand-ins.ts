import { type BrevoControl, createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createSandboxControl, type ShopifyControl, type StandInControl } from "@/lib/sandbox/client";
import type { JournalEntry } from "@/lib/sandbox/contract";
import type { Shop } from "./truth";

export type BrevoAccount = StandInControl & BrevoControl;

export interface StandIns {
  shopify: ShopifyControl;
  brevo: BrevoAccount;
}

/** Both stand-ins of an instance, behind their control port. */
export function createStandIns(app: { sandboxControlUrl: string; sandboxControlSecret: string }): StandIns {
  const control = createSandboxControl({ controlUrl: app.sandboxControlUrl, secret: app.sandboxControlSecret });
  return { shopify: control.shopify, brevo: { ...control.brevo, ...createBrevoControl(control.brevo.call) } };
}

/** The shop as it is, whatever its API says. */
export async function readShop(shopify: ShopifyControl): Promise<Shop> {
  const [{ customers }, settings] = await Promise.all([shopify.truth(), shopify.settings()]);
  return { customers, timeZone: settings.shop.ianaTimezone };
}

const PAGE = 5_000;

/** Every line of a journal. */
async function wholeJournal(standIn: StandInControl): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (;;) {
    const { entries } = await standIn.journal(all.at(-1)?.seq ?? 0, PAGE);
    all.push(...entries);
    if (entries.length < PAGE) return all;
  }
}

/** Every write of a contact that changed the account, oldest first, by the contact's address. */
export async function contactWrites(brevo: BrevoAccount): Promise<(JournalEntry & { address: string })[]> {
  const contacts = await brevo.truth();
  const addresses = new Map(contacts.map((contact) => [String(contact.id), contact.email ?? ""]));
  return (await wholeJournal(brevo))
    .filter((entry) => entry.committed && /^(POST|PUT) \/v3\/contacts/.test(entry.call))
    .map((entry) => {
      const subject = decodeURIComponent(entry.subject ?? "").toLowerCase();
      return { ...entry, address: addresses.get(subject) ?? subject };
    });
}

/** How often each address was written. */
export function timesWritten(writes: readonly { address: string }[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { address } of writes) times.set(address, (times.get(address) ?? 0) + 1);
  return times;
}
