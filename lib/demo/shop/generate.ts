import { AWKWARD_NAMES } from "@/lib/demo/shop/awkward-names";
import { chooseConsent, type DemoConsent } from "@/lib/demo/shop/consent";
import { COMMUNITIES, type Community, type WrittenName } from "@/lib/demo/shop/names";
import { type Choices, createChoices } from "@/lib/demo/shop/random";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";

const SEED = 20_260_728;
const FIRST_ID = 7_000_000_100_001n;
/** The last few ids are beyond 2^53, as ids in webhooks are. */
const LARGE_IDS_FROM = 9_007_199_254_740_993n;
const LARGE_IDS = 4;
const TWO_YEARS_MS = 2 * 365 * 86_400_000;
const AWKWARD_EVERY = 29;
const TAGS = ["vip", "newsletter", "wholesale, b2b", "été", "祝", "returns", "tag with spaces"] as const;
const DOMAINS = ["example.com", "example.com", "example.org", "mail.test", "post.test"] as const;

export interface DemoShopOptions {
  /** Nobody signed up or changed after this instant; the shop is two years old then. */
  endingAt: Date;
  /** How many customers, 1,200 when absent. */
  count?: number;
}

/**
 * Makes up the demo shop: the same customers for the same options, ids and sign-ups rising together. Among them is everything
 * that consent, names and addresses can do to a sync; all addresses are on domains that nobody can own.
 */
export function generateDemoShop({ endingAt, count = 1_200 }: DemoShopOptions): CustomerInput[] {
  const choices = createChoices(SEED);
  const beganMs = endingAt.getTime() - TWO_YEARS_MS;
  const customers: CustomerInput[] = [];
  for (let index = 0; index < count; index += 1) {
    const createdMs = beganMs + Math.floor((TWO_YEARS_MS * (index + choices.fraction())) / (count + 1));
    const customer = makeCustomer(choices, index, createdMs, endingAt.getTime());
    customers.push({ ...customer, id: idAt(index, count), ...bulkEdited(index, count, endingAt.getTime()) });
  }
  return shareAddresses(customers);
}

function idAt(index: number, count: number): string {
  const fromEnd = count - index;
  return String(fromEnd <= LARGE_IDS ? LARGE_IDS_FROM + BigInt(LARGE_IDS - fromEnd) : FIRST_ID + BigInt(index * 37));
}

function makeCustomer(choices: Choices, index: number, createdMs: number, endMs: number): CustomerInput {
  const community = choices.pick(COMMUNITIES);
  const first = choices.pick(community.first);
  const last = choices.pick(community.last);
  const updatedMs = createdMs + Math.floor((endMs - createdMs) * choices.fraction() ** 2);
  const numberOfOrders = choices.happens(0.35) ? 0 : 1 + choices.index(choices.happens(0.1) ? 60 : 6);
  const spent = numberOfOrders === 0 ? "0.0" : (numberOfOrders * (8 + choices.fraction() * 90)).toFixed(2);
  const awkward =
    index % AWKWARD_EVERY === 7 ? AWKWARD_NAMES[Math.floor(index / AWKWARD_EVERY) % AWKWARD_NAMES.length] : undefined;
  const micros = String(choices.index(1000)).padStart(3, "0");
  return {
    createdAt: toSecond(createdMs),
    updatedAt: `${new Date(updatedMs).toISOString().slice(0, 23)}${micros}Z`,
    firstName: awkward ?? (choices.happens(0.04) ? null : first[0]),
    lastName: choices.happens(0.05) ? null : last[0],
    email: choices.happens(0.035) ? null : makeEmail(choices, index, [first, last], createdMs, updatedMs),
    phone: choices.happens(0.4) ? makePhone(choices, index) : null,
    address: choices.happens(0.85) ? placeIn(choices, community) : null,
    locale: community.locale,
    tags: TAGS.filter(() => choices.happens(0.15)),
    state: choices.happens(0.3) ? "ENABLED" : choices.pick(["DISABLED", "DISABLED", "DISABLED", "INVITED", "DECLINED"]),
    verifiedEmail: choices.happens(0.8),
    numberOfOrders,
    amountSpent: { amount: spent, currencyCode: "EUR" },
  };
}

function placeIn(choices: Choices, community: Community): CustomerInput["address"] {
  return choices.happens(0.03) ? { countryCode: null, provinceCode: null } : choices.pick(community.countries);
}

type Names = readonly [WrittenName, WrittenName];

function makeEmail(
  choices: Choices,
  index: number,
  names: Names,
  createdMs: number,
  updatedMs: number,
): CustomerInput["email"] {
  const consent = chooseConsent(choices);
  return {
    address: consent.marketingState === "INVALID" ? `shopper${index}@@example.com` : addressOf(choices, index, names),
    marketingState: consent.marketingState,
    marketingOptInLevel: consent.marketingOptInLevel,
    marketingUpdatedAt: consentTime(choices, consent, createdMs, updatedMs),
    validFormat: consent.marketingState !== "INVALID",
  };
}

function consentTime(choices: Choices, consent: DemoConsent, createdMs: number, updatedMs: number): string | null {
  return consent.hasTime ? toSecond(createdMs + Math.floor((updatedMs - createdMs) * choices.fraction())) : null;
}

function addressOf(choices: Choices, index: number, [[, first], [, last]]: Names): string {
  const local = `${first}.${last}.${index}`;
  const domain = DOMAINS[choices.index(DOMAINS.length)] ?? DOMAINS[0];
  const style = choices.fraction();
  if (style < 0.05) return `${local}@${domain}`.toUpperCase();
  if (style < 0.08) return `${local}@${domain.charAt(0).toUpperCase()}${domain.slice(1)}`;
  if (style < 0.14) return `${local}+news@${domain}`;
  return style < 0.155 ? `${local}@bücher.test` : `${local}@${domain}`;
}

/** Numbers reserved for drama; every twentieth shopper who has one shares it with the household. */
function makePhone(choices: Choices, index: number): CustomerInput["phone"] {
  const shared = choices.happens(0.05);
  const subscribed = choices.happens(0.3);
  return {
    number: shared ? "+447700900000" : `+447700${String(900_001 + (index % 998))}`,
    marketingState: subscribed ? "SUBSCRIBED" : choices.pick(["NOT_SUBSCRIBED", "UNSUBSCRIBED", "PENDING"]),
    marketingOptInLevel: subscribed ? "SINGLE_OPT_IN" : null,
    marketingCollectedFrom: choices.pick(["SHOPIFY", "OTHER", null]),
  };
}

/** Every fortieth of the older customers was tagged by one bulk edit, all in one second. */
function bulkEdited(index: number, count: number, endMs: number): Pick<CustomerInput, "updatedAt"> {
  if (index >= count * 0.8 || index % 40 !== 11) return {};
  const second = new Date(endMs - 60 * 86_400_000).toISOString().slice(0, 19);
  return { updatedAt: `${second}.${String((index * 7_919) % 1_000_000).padStart(6, "0")}Z` };
}

/** Two pairs of customers share an address, one of them in another case: guests who came back. */
function shareAddresses(customers: CustomerInput[]): CustomerInput[] {
  const withAddress = customers.filter(({ email }) => email?.validFormat);
  const [first, second] = [withAddress[20], withAddress[40]];
  const lateFirst = withAddress[120];
  const lateSecond = withAddress[140];
  if (first?.email && lateFirst?.email) lateFirst.email = { ...lateFirst.email, address: first.email.address };
  if (second?.email && lateSecond?.email)
    lateSecond.email = { ...lateSecond.email, address: second.email.address.toUpperCase() };
  return customers;
}

function toSecond(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
