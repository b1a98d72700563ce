import fc from "fast-check";
import type { CustomerRecord, StatedConsent } from "@/lib/rules/customer";
import {
  ATTRIBUTE_TYPES,
  type Attribute,
  type Condition,
  OPT_IN_LEVELS,
  type Rule,
  SOURCE_FIELDS,
} from "@/lib/rules/schema";
import { NOW_MS } from "../../unit/rules/samples";

/** Texts that have broken something somewhere: scripts, formulas, line breaks, bidi marks, half characters, names of prototypes. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    "<script>alert(1)</script>",
    "=HYPERLINK(1)",
    "@SUM(1)",
    "a\r\nBcc: x@y.zz",
    "\u202egnp",
    "\u0000",
    "\ud83d",
    "__proto__",
    "{{ contact.EMAIL }}",
    "",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const anyText = fc.option(hostileText);
const state = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom("SUBSCRIBED", "NOT_SUBSCRIBED", "PENDING", "UNSUBSCRIBED", "INVALID", "REDACTED"),
  },
  { weight: 2, arbitrary: fc.constantFrom("subscribed", " SUBSCRIBED", "SUBSCRIBED\u0000", "ЅUBSCRIBED", "toString") },
  { weight: 1, arbitrary: anyText },
);
const level = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("SINGLE_OPT_IN", "CONFIRMED_OPT_IN", "UNKNOWN") },
  { weight: 1, arbitrary: anyText },
);
const instantMs = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: NOW_MS - 10_000, max: NOW_MS + 10_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, NOW_MS, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15) },
);

export const statedConsent: fc.Arbitrary<StatedConsent> = fc.record({
  state,
  optInLevel: level,
  updatedAtMs: fc.option(instantMs),
});

const addressText = fc.oneof(
  { weight: 4, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.constantFrom("Ana+x@Example.com", "o'neil@münchen.de", "ana", "a@b@c.de") },
  { weight: 1, arbitrary: hostileText },
);
const phoneText = fc.oneof(fc.constantFrom("+5511961234567", "(11) 96123-4567", "+12025550123", "12"), hostileText);

export const customer: fc.Arbitrary<CustomerRecord> = fc.record({
  object: fc.constant("customer"),
  id: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }).map(String),
  createdAtMs: instantMs,
  updatedAtMs: instantMs,
  firstName: fc.option(hostileText),
  lastName: fc.option(hostileText),
  locale: hostileText,
  tags: fc.array(fc.oneof(fc.constantFrom("VIP", "Gold", "a"), hostileText), { maxLength: 5 }),
  accountState: hostileText,
  verifiedEmail: fc.boolean(),
  numberOfOrders: fc.oneof(fc.nat(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY)),
  amountSpent: fc.oneof(fc.constantFrom("0.00", "129.90", "1e9"), hostileText),
  amountSpentCurrency: hostileText,
  email: fc.option(
    fc.tuple(addressText, statedConsent).map(([address, consent]) => ({ address, ...consent })),
    { freq: 8 },
  ),
  phone: fc.option(
    fc.tuple(phoneText, statedConsent).map(([number, consent]) => ({ number, ...consent })),
    { freq: 8 },
  ),
  countryCode: fc.option(fc.oneof(fc.constantFrom("BR", "US", "JP"), hostileText)),
  provinceCode: fc.option(hostileText),
});

const name = fc.oneof(
  fc.constantFrom("SMS", "WHATSAPP", "FIRSTNAME", "EMAIL_COPY", "TIER"),
  fc.stringMatching(/^[A-Z0-9_]{1,12}$/).filter((text) => text !== "EMAIL"),
);
const option = fc.record({
  key: fc.constantFrom("1", "2", "VIP", "a"),
  label: fc.constantFrom("Gold", "VIP", "1", "b"),
});

export const attribute: fc.Arbitrary<Attribute> = fc.record({
  name,
  type: fc.constantFrom(...ATTRIBUTE_TYPES),
  options: fc.array(option, { maxLength: 4 }),
});

const transform = fc.oneof(
  fc.constantFrom("none", "trim", "lowercase", "uppercase", "date").map((kind) => ({ kind }) as const),
  fc.constant({ kind: "join", separator: ";" } as const),
  fc.constant({ kind: "has_tag", tag: "vip" } as const),
) as fc.Arbitrary<Rule["mapping"][number]["transform"]>;

const field = fc.constantFrom(...SOURCE_FIELDS);
const text = fc.constantFrom("BR", "VIP", "true", "3", "@");
export const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ op: fc.constantFrom("equals", "not_equals", "contains"), field, value: text }),
  fc.record({
    op: fc.constantFrom("at_least", "at_most"),
    field: fc.constantFrom("numberOfOrders", "amountSpent"),
    value: fc.integer(),
  }),
  fc.record({ op: fc.constantFrom("is_set", "is_not_set"), field }),
) as fc.Arbitrary<Condition>;

const list: fc.Arbitrary<Rule["lists"][number]> = fc.oneof(
  fc.record({ id: fc.integer({ min: 1, max: 50 }), name: fc.constant("List"), marketing: fc.constant(true as const) }),
  fc.record({
    id: fc.integer({ min: 1, max: 50 }),
    name: fc.constant("Notices"),
    marketing: fc.constant(false as const),
    reason: fc.constant("Safety recalls only"),
  }),
);
const cap = fc.integer({ min: 1, max: 10_000 });

/** Rules that `ruleSchema` accepts (a test proves it). */
export const rule: fc.Arbitrary<Rule> = fc.record({
  version: fc.constant(1),
  object: fc.constant("customer"),
  mapping: fc.uniqueArray(fc.record({ source: field, transform, target: attribute }), {
    selector: (row) => row.target.name,
    minLength: 1,
    maxLength: 6,
  }),
  filter: fc.array(condition, { maxLength: 2 }),
  consent: fc.record({
    optInLevels: fc.uniqueArray(fc.constantFrom(...OPT_IN_LEVELS), { minLength: 1 }),
    onWithdrawal: fc.constantFrom("unlist", "unlist_and_block"),
  }),
  lists: fc.uniqueArray(list, { selector: (entry) => entry.id, minLength: 1, maxLength: 4 }),
  badRecords: fc.constantFrom("hold", "stop"),
  onDeleted: fc.constantFrom("unlist", "leave"),
  caps: fc.record({ calls: cap, created: cap, written: cap, minutes: cap }),
});

/** The same value with the keys of every object in another order. */
export function withKeysReversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withKeysReversed) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, withKeysReversed(inner)]),
  ) as T;
}
