import { DEMO_ATTRIBUTES, DEMO_LISTS, DEMO_TIERS } from "@/lib/demo/brevo/account-shape";
import type { AttributeValue } from "@/lib/sandbox/brevo/contact";
import type { SeedContact, SeedData } from "@/lib/sandbox/brevo/seed";

const CONTACT_COUNT = 40;
/** Addresses that each invented person has. */
const ROUNDS = [0, 1, 2, 3, 4] as const;

const PEOPLE: readonly (readonly [string, string, string, string])[] = [
  ["Elin", "Sandberg", "SE", "sv"],
  ["João", "Pereira", "BR", "pt-BR"],
  ["Haruka", "Mori", "JP", "ja"],
  ["Tom", "Ashworth", "GB", "en"],
  ["Ingrid", "Dahl", "NO", "nb"],
  ["Beatriz", "Carvalho", "BR", "pt-BR"],
  ["Kenji", "Tanabe", "JP", "ja"],
  ["Siobhán", "Byrne", "IE", "en"],
];

interface DemoAccount {
  /** Addresses of customers of the demo shop that are in the account already, from when it was kept by hand; at most 40 are taken. */
  sharedAddresses: readonly string[];
  /** In the account, and opted out there. */
  blocklistedAddress: string;
  /** The contacts were made in the year before; default the present. */
  now?: Date;
}

/** The stand-in itself, or a client of its control port. */
interface SeedTarget {
  seed(data: SeedData): number | Promise<number>;
}

/** Fills the demo account: three lists, the attributes, 40 contacts. Doing it twice changes nothing. @returns how many contacts were added */
export async function seedDemoAccount(target: SeedTarget, account: DemoAccount): Promise<number> {
  return await target.seed(buildDemoAccount(account));
}

/** The same data for the same parameters. The blocklisted address is among the 40, whether it is shared or not. */
function buildDemoAccount({ sharedAddresses, blocklistedAddress, now = new Date() }: DemoAccount): SeedData {
  const blocklisted = blocklistedAddress.toLowerCase();
  const shared = sharedAddresses.map((address) => address.toLowerCase());
  const invented = PEOPLE.flatMap((_, index) => ROUNDS.map((round) => inventAddress(index, round)));
  const addresses = [...new Set([blocklisted, ...shared, ...invented])].slice(0, CONTACT_COUNT);
  const isShared = new Set(shared);
  const personOf = new Map(invented.map((email, index) => [email, Math.floor(index / ROUNDS.length)]));
  const contacts = addresses.map((email, index): SeedContact => {
    const opposed = email === blocklisted;
    return {
      email,
      attributes: isShared.has(email) ? describeStale(index) : describePerson(personOf.get(email) ?? index, index),
      listIds: opposed ? [] : chooseLists(index),
      emailBlacklisted: opposed,
      createdAt: new Date(now.getTime() - (CONTACT_COUNT - index) * 9 * 86_400_000).toISOString(),
    };
  });
  return { lists: Object.values(DEMO_LISTS), attributes: DEMO_ATTRIBUTES, contacts };
}

/** A domain that cannot exist (RFC 2606), so that no demo can reach a person. */
function inventAddress(person: number, round: number): string {
  const [first, last] = personAt(person);
  const plain = `${first}.${last}`.normalize("NFD").replace(/[^A-Za-z.]/g, "");
  return `${plain.toLowerCase()}${round === 0 ? "" : round}@mail.example`;
}

function describePerson(person: number, index: number): Record<string, AttributeValue> {
  const [first, last, country, language] = personAt(person);
  return {
    FIRSTNAME: first,
    LASTNAME: last,
    COUNTRY: country,
    LANGUAGE: language,
    IS_VIP: index % 7 === 0,
    TIER: DEMO_TIERS[index % DEMO_TIERS.length] ?? "bronze",
    // A range kept free for fiction by Ofcom.
    ...(index % 3 === 0 ? { SMS: `4477009001${String(index).padStart(2, "0")}` } : {}),
  };
}

/** What an old list holds of a shop's customer: too little, and out of date. A first sync has something to mend. */
function describeStale(index: number): Record<string, AttributeValue> {
  return { LANGUAGE: "en", ORDERS_COUNT: index % 4, TAGS: "imported by hand" };
}

function chooseLists(index: number): number[] {
  const { NEWSLETTER, VIP_CUSTOMERS, ORDER_UPDATES } = DEMO_LISTS;
  if (index % 7 === 0) return [NEWSLETTER.id, VIP_CUSTOMERS.id];
  return index % 5 === 0 ? [ORDER_UPDATES.id] : [NEWSLETTER.id];
}

function personAt(index: number): readonly [string, string, string, string] {
  const person = PEOPLE[index % PEOPLE.length];
  if (!person) throw new Error("PEOPLE must not be empty.");
  return person;
}
