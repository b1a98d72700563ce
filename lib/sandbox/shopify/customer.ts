import { z } from "zod";
import { recordId, second, secondOrMicros } from "@/lib/sandbox/shopify/record-fields";

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
  updatedAt: secondOrMicros,
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
  id: recordId.optional(),
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
