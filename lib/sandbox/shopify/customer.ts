import { z } from "zod";

const second = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, "a UTC time in whole seconds, e.g. 2026-01-31T09:00:00Z");
const micros = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/, "a UTC time with microseconds");
const nullableText = z.string().nullable().default(null);

const emailSchema = z.strictObject({
  address: z.string().min(1),
  /** Free text on purpose: a state that the enum does not know is one of the traps. */
  marketingState: z.string().default("NOT_SUBSCRIBED"),
  marketingOptInLevel: nullableText,
  marketingUpdatedAt: second.nullable().default(null),
  validFormat: z.boolean().default(true),
});

const phoneSchema = z.strictObject({
  number: z.string().min(1),
  marketingState: z.string().default("NOT_SUBSCRIBED"),
  marketingOptInLevel: nullableText,
  marketingUpdatedAt: second.nullable().default(null),
  marketingCollectedFrom: z.enum(["OTHER", "SHOPIFY"]).nullable().default(null),
});

const fields = {
  createdAt: second,
  updatedAt: z.union([second, micros]),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: emailSchema.nullable(),
  phone: phoneSchema.nullable(),
  address: z.strictObject({ countryCode: nullableText, provinceCode: nullableText }).nullable(),
  locale: z.string(),
  tags: z.array(z.string()),
  state: z.enum(["DECLINED", "DISABLED", "ENABLED", "INVITED"]),
  verifiedEmail: z.boolean(),
  numberOfOrders: z.number().int().min(0),
  amountSpent: z.strictObject({
    amount: z.string().regex(/^\d+(\.\d+)?$/),
    currencyCode: z.string().length(3),
  }),
  note: z.string().nullable(),
};

/** A customer as control calls give it; only what differs from an empty one need be said. `id` is minted when absent. */
export const customerInputSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[1-9]\d{0,19}$/, "decimal digits")
    .optional(),
  createdAt: fields.createdAt.optional(),
  updatedAt: fields.updatedAt.optional(),
  firstName: fields.firstName.default(null),
  lastName: fields.lastName.default(null),
  email: fields.email.default(null),
  phone: fields.phone.default(null),
  address: fields.address.default(null),
  locale: fields.locale.default("en"),
  tags: fields.tags.default([]),
  state: fields.state.default("DISABLED"),
  verifiedEmail: fields.verifiedEmail.default(false),
  numberOfOrders: fields.numberOfOrders.default(0),
  amountSpent: fields.amountSpent.default({
    amount: "0.0",
    currencyCode: "EUR",
  }),
  note: fields.note.default(null),
});

/**
 * A partial edit: fields that are present replace the old ones whole (`email: null` takes the address away).
 * Unlike the consent calls it writes consent as given, so that any trap can be set.
 */
export const customerEditSchema = z.strictObject(fields).partial();

export type CustomerInput = z.input<typeof customerInputSchema>;
export type CustomerEdit = z.input<typeof customerEditSchema>;
export type ShopEmail = z.output<typeof emailSchema>;
export type ShopPhone = z.output<typeof phoneSchema>;

/**
 * A customer as the stand-in holds it. `id` is decimal text (ids exceed 2^53); `updatedAt` has microseconds, which the API
 * hides and unfiltered lists sort by; other times are in whole seconds.
 */
export interface ShopCustomer extends Omit<z.output<typeof customerInputSchema>, "id" | "createdAt" | "updatedAt"> {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** `gid://shopify/Customer/7000000000001`. */
export function customerGid(id: string): string {
  return `gid://shopify/Customer/${id}`;
}

/** @returns the decimal id, or undefined when the text is no customer's gid */
export function idFromGid(gid: string): string | undefined {
  return /^gid:\/\/shopify\/Customer\/(\d+)$/.exec(gid)?.[1];
}

/** Numeric order of decimal ids without converting them. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** `2026-01-31T09:00:00.123456Z` → `2026-01-31T09:00:00Z`, as the API shows it. */
export function toWholeSecond(time: string): string {
  return `${time.slice(0, 19)}Z`;
}

/** Gives a time in whole seconds the six digits that the store sorts by. */
export function toMicros(time: string): string {
  return time.length === 20 ? `${time.slice(0, 19)}.000000Z` : time;
}
