import { z } from "zod";

/** The fields of a customer that a rule can read. */
export const SOURCE_FIELDS = [
  "id",
  "email",
  "phone",
  "firstName",
  "lastName",
  "locale",
  "countryCode",
  "provinceCode",
  "tags",
  "accountState",
  "verifiedEmail",
  "numberOfOrders",
  "amountSpent",
  "amountSpentCurrency",
  "createdAt",
  "updatedAt",
  "consentUpdatedAt",
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** The small fixed set of transforms. `date` writes the day in the shop's time zone; `has_tag` says whether the tag is there. */
export const transformSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("trim") }),
  z.strictObject({ kind: z.literal("lowercase") }),
  z.strictObject({ kind: z.literal("uppercase") }),
  z.strictObject({ kind: z.literal("date") }),
  z.strictObject({ kind: z.literal("join"), separator: z.string().min(1).max(5) }),
  z.strictObject({ kind: z.literal("has_tag"), tag: z.string().min(1).max(255) }),
]);
export type Transform = z.infer<typeof transformSchema>;

/** Attribute types that a rule can write. Source: Brevo v3 `GET /contacts/attributes`; calculated, global and transactional ones are not ours to write. */
export const ATTRIBUTE_TYPES = ["text", "date", "float", "boolean", "category", "multiple-choice"] as const;

/** One of the account's attributes as it was when the rule was made; its type is what local coercion goes by. */
export const attributeSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Z0-9_]{1,50}$/)
    .refine((name) => name !== "EMAIL", "EMAIL is the key of the contact and is never an attribute"),
  type: z.enum(ATTRIBUTE_TYPES),
  /** For `category` the stored keys by label, for `multiple-choice` the options. */
  options: z
    .array(z.strictObject({ key: z.string().max(200), label: z.string().max(200) }))
    .max(500)
    .default([]),
});
export type Attribute = z.infer<typeof attributeSchema>;

export const mappingRowSchema = z.strictObject({
  source: z.enum(SOURCE_FIELDS),
  transform: transformSchema,
  target: attributeSchema,
});
export type MappingRow = z.infer<typeof mappingRowSchema>;

export const conditionSchema = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("equals"), field: z.enum(SOURCE_FIELDS), value: z.string().max(255) }),
  z.strictObject({ op: z.literal("not_equals"), field: z.enum(SOURCE_FIELDS), value: z.string().max(255) }),
  z.strictObject({ op: z.literal("contains"), field: z.enum(SOURCE_FIELDS), value: z.string().min(1).max(255) }),
  z.strictObject({ op: z.literal("at_least"), field: z.enum(["numberOfOrders", "amountSpent"]), value: z.number() }),
  z.strictObject({ op: z.literal("at_most"), field: z.enum(["numberOfOrders", "amountSpent"]), value: z.number() }),
  z.strictObject({ op: z.literal("is_set"), field: z.enum(SOURCE_FIELDS) }),
  z.strictObject({ op: z.literal("is_not_set"), field: z.enum(SOURCE_FIELDS) }),
]);
export type Condition = z.infer<typeof conditionSchema>;

/** A list that the rule puts contacts on. It is marketing unless a person says otherwise, with a reason. */
export const targetListSchema = z.discriminatedUnion("marketing", [
  z.strictObject({ id: z.int().positive(), name: z.string().max(255), marketing: z.literal(true) }),
  z.strictObject({
    id: z.int().positive(),
    name: z.string().max(255),
    marketing: z.literal(false),
    reason: z.string().trim().min(10).max(500),
  }),
]);
export type TargetList = z.infer<typeof targetListSchema>;

export const OPT_IN_LEVELS = ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"] as const;

export const capsSchema = z.strictObject({
  calls: z.int().min(1).max(10_000_000),
  created: z.int().min(0).max(10_000_000),
  written: z.int().min(1).max(10_000_000),
  minutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60),
});
export type Caps = z.infer<typeof capsSchema>;

/** What a sync may write, decided once. Everything in it is bound by the digest; schedule, thresholds and alert routes are not in it. */
export const ruleSchema = z
  .strictObject({
    version: z.literal(1),
    object: z.literal("customer"),
    mapping: z.array(mappingRowSchema).min(1).max(60),
    filter: z.array(conditionSchema).max(20),
    consent: z.strictObject({
      optInLevels: z.array(z.enum(OPT_IN_LEVELS)).min(1),
      onWithdrawal: z.enum(["unlist", "unlist_and_block"]),
    }),
    lists: z.array(targetListSchema).min(1).max(10),
    badRecords: z.enum(["hold", "stop"]),
    onDeleted: z.enum(["unlist", "leave"]),
    caps: capsSchema,
  })
  .superRefine((rule, context) => {
    const seen = new Set<string>();
    for (const [index, row] of rule.mapping.entries()) {
      if (seen.has(row.target.name))
        context.addIssue({ code: "custom", path: ["mapping", index, "target"], message: "attribute_mapped_twice" });
      seen.add(row.target.name);
    }
    if (new Set(rule.lists.map((list) => list.id)).size !== rule.lists.length)
      context.addIssue({ code: "custom", path: ["lists"], message: "list_named_twice" });
  });
export type Rule = z.infer<typeof ruleSchema>;

/** Which ends a publication was made for. Identities are what the credentials reach (shop gid; Brevo organisation id), not the credentials. */
export interface PublishedEnds {
  source: { connectionId: string; kind: "shopify"; identity: string; timeZone: string; currency: string };
  destination: { connectionId: string; kind: "brevo"; identity: string };
  sourceApiVersion: string;
}
