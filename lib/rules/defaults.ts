import type { AccountShape } from "./problems";
import type { Caps, MappingRow, Rule, SourceField, Transform } from "./schema";

/** Names under which accounts usually keep a field; the first that exists with a type that fits is taken. French, Portuguese and older defaults included. */
const SUGGESTIONS: readonly {
  source: SourceField;
  names: readonly string[];
  types: readonly string[];
  transform: Transform;
}[] = [
  {
    source: "firstName",
    names: ["FIRSTNAME", "FNAME", "PRENOM", "NOME"],
    types: ["text"],
    transform: { kind: "trim" },
  },
  {
    source: "lastName",
    names: ["LASTNAME", "LNAME", "NOM", "SOBRENOME"],
    types: ["text"],
    transform: { kind: "trim" },
  },
  { source: "phone", names: ["SMS"], types: ["text"], transform: { kind: "none" } },
  {
    source: "countryCode",
    names: ["COUNTRY", "COUNTRY_CODE"],
    types: ["text", "category"],
    transform: { kind: "none" },
  },
  {
    source: "provinceCode",
    names: ["STATE", "PROVINCE", "REGION"],
    types: ["text", "category"],
    transform: { kind: "none" },
  },
  { source: "locale", names: ["LANGUAGE", "LOCALE"], types: ["text", "category"], transform: { kind: "none" } },
  {
    source: "numberOfOrders",
    names: ["ORDERS_COUNT", "ORDER_COUNT", "NUMBER_OF_ORDERS"],
    types: ["float"],
    transform: { kind: "none" },
  },
  { source: "amountSpent", names: ["TOTAL_SPENT", "AMOUNT_SPENT"], types: ["float"], transform: { kind: "none" } },
  {
    source: "createdAt",
    names: ["CUSTOMER_SINCE", "CREATED_AT", "SIGNUP_DATE"],
    types: ["date"],
    transform: { kind: "date" },
  },
  { source: "tags", names: ["TAGS", "SHOPIFY_TAGS"], types: ["text"], transform: { kind: "join", separator: ", " } },
];

/**
 * A first draft for an account: careful (confirmed and single opt-in as Shopify proves them, withdrawals blocklisted, the list is marketing), and never
 * published without a preview. It fails `ruleSchema` where the account has no attribute or list to suggest; the editor then asks for one.
 */
export function suggestRule(account: AccountShape): Rule {
  const mapping = SUGGESTIONS.flatMap((suggestion) => suggestRow(suggestion, account));
  const [list] = account.lists;
  return {
    version: 1,
    object: "customer",
    mapping,
    filter: [],
    consent: { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], onWithdrawal: "unlist_and_block" },
    lists: list ? [{ id: list.id, name: list.name, marketing: true }] : [],
    badRecords: "hold",
    onDeleted: "unlist",
    caps: proposeCaps({ records: 1_000, creates: 1_000 }),
  };
}

function suggestRow(suggestion: (typeof SUGGESTIONS)[number], account: AccountShape): MappingRow[] {
  const target = suggestion.names
    .map((name) => account.attributes.find((attribute) => attribute.name === name))
    .find((attribute) => attribute !== undefined && suggestion.types.includes(attribute.type));
  return target ? [{ source: suggestion.source, transform: suggestion.transform, target }] : [];
}

/** A first write reserves an upsert, one without the phone, and a read of the id; what it does not use is given back when it settles. */
const MOST_CALLS_PER_WRITE = 3;
/** Every contact whose Brevo id is unknown counts as created until Brevo answers: room for one chunk of such. */
const CREATIONS_UNDER_WAY = 50;
/** 80 % of ten contact calls a second, the general plan. Source: Brevo's documented limits (`rate-limits`). */
const GENERAL_CALLS_PER_MINUTE = 480;
const HEADROOM = 1.2;

/**
 * Caps for a run from what the preview counted: a fifth of headroom on the work; contacts created
 * as counted, since a person approves that number, and the creations that may be under way.
 * @param totals whole numbers of one run: records it would write, contacts it would create
 * @param callsPerMinute what the account's plan and share allow
 */
export function proposeCaps(
  totals: { records: number; creates: number },
  callsPerMinute: number = GENERAL_CALLS_PER_MINUTE,
): Caps {
  const written = Math.ceil(totals.records * HEADROOM);
  const calls = written * MOST_CALLS_PER_WRITE;
  return {
    calls: within(calls, 300, 10_000_000),
    created: within(totals.creates + CREATIONS_UNDER_WAY, 50, 10_000_000),
    written: within(written, 100, 10_000_000),
    minutes: within(Math.ceil((calls / callsPerMinute) * 2), 30, 7 * 24 * 60),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
