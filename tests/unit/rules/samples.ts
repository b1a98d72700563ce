import type { CustomerRecord } from "@/lib/rules/customer";
import type { EvaluationContext } from "@/lib/rules/payload";
import type { Attribute, MappingRow, PublishedEnds, Rule, SourceField, Transform } from "@/lib/rules/schema";

export const NOW_MS = Date.parse("2026-11-29T12:00:00Z");
export const MARKETING = { id: 7, name: "Newsletter", marketing: true } as const;
export const NOTICES = {
  id: 9,
  name: "Warranty notices",
  marketing: false,
  reason: "Safety recalls, agreed with legal",
} as const;

export function attribute(
  name: string,
  type: Attribute["type"] = "text",
  options: Attribute["options"] = [],
): Attribute {
  return { name, type, options };
}

export function row(source: SourceField, target: Attribute, transform: Transform = { kind: "none" }): MappingRow {
  return { source, transform, target };
}

/** A rule with one marketing list, two names and the phone. */
export function sampleRule(changes: Partial<Rule> = {}): Rule {
  return {
    version: 1,
    object: "customer",
    mapping: [
      row("firstName", attribute("FIRSTNAME")),
      row("lastName", attribute("LASTNAME"), { kind: "trim" }),
      row("phone", attribute("SMS")),
    ],
    filter: [],
    consent: { optInLevels: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], onWithdrawal: "unlist_and_block" },
    lists: [MARKETING],
    badRecords: "hold",
    onDeleted: "unlist",
    caps: { calls: 1000, created: 100, written: 500, minutes: 60 },
    ...changes,
  };
}

/** A customer whose e-mail and phone consent can both be proved. */
export function sampleCustomer(changes: Partial<CustomerRecord> = {}): CustomerRecord {
  return {
    object: "customer",
    id: "9007199254740993",
    createdAtMs: Date.parse("2024-03-31T23:30:00Z"),
    updatedAtMs: NOW_MS - 60_000,
    firstName: "Ana",
    lastName: " Souza ",
    locale: "pt-BR",
    tags: ["VIP", "wholesale"],
    accountState: "ENABLED",
    verifiedEmail: true,
    numberOfOrders: 3,
    amountSpent: "129.90",
    amountSpentCurrency: "BRL",
    email: subscribed({ address: "Ana.Souza@Example.com" }),
    phone: { number: "(11) 96123-4567", state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN", updatedAtMs: NOW_MS - 1000 },
    countryCode: "BR",
    provinceCode: "SP",
    ...changes,
  };
}

export function subscribed(changes: Partial<NonNullable<CustomerRecord["email"]>> = {}) {
  return {
    address: "ana@example.com",
    state: "SUBSCRIBED",
    optInLevel: "CONFIRMED_OPT_IN",
    updatedAtMs: NOW_MS - 1000,
    ...changes,
  };
}

export function contextFor(rule: Rule = sampleRule(), changes: Partial<EvaluationContext> = {}): EvaluationContext {
  return { rule, timeZone: "America/Sao_Paulo", nowMs: NOW_MS, ...changes };
}

export const ENDS: PublishedEnds = {
  source: {
    connectionId: "c1",
    kind: "shopify",
    identity: "gid://shopify/Shop/1",
    timeZone: "America/Sao_Paulo",
    currency: "BRL",
  },
  destination: { connectionId: "c2", kind: "brevo", identity: "org-1" },
  sourceApiVersion: "2026-07",
};
