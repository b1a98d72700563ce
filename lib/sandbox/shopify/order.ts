import { z } from "zod";
import { amount, currency, recordId, second, secondOrMicros } from "@/lib/sandbox/shopify/record-fields";

/** An amount in the shop's currency, and in the buyer's where that is another. */
const money = z.strictObject({ shop: amount, presentment: amount.optional() });

const line = z.strictObject({
  id: recordId,
  title: z.string(),
  sku: z.string().nullable().default(null),
  quantity: z.number().int().min(0),
  /** Less what was refunded or removed; `quantity` when absent. */
  currentQuantity: z.number().int().min(0).optional(),
  unitPrice: amount,
});

const refund = z.strictObject({ id: recordId, createdAt: second.nullable(), amount });

const fields = {
  name: z.string().min(1),
  createdAt: second,
  processedAt: second,
  updatedAt: secondOrMicros,
  test: z.boolean(),
  cancelledAt: second.nullable(),
  cancelReason: z.enum(["CUSTOMER", "DECLINED", "FRAUD", "INVENTORY", "OTHER", "STAFF"]).nullable(),
  closedAt: second.nullable(),
  /** Free text on purpose, as every enum that grows: a value that nobody knows yet is one of the traps. */
  financialStatus: z.string().nullable(),
  fulfillmentStatus: z.string(),
  email: z.string().min(1).nullable(),
  currencyCode: currency,
  presentmentCurrencyCode: currency,
  /** Null: a guest. */
  customerId: recordId.nullable(),
  customerLocale: z.string().nullable(),
  customerAcceptsMarketing: z.boolean(),
  sourceName: z.string().nullable(),
  tags: z.array(z.string()),
  total: money,
  currentTotal: money,
  totalRefunded: money,
  refunds: z.array(refund),
  lines: z.array(line),
};

/** An order as control calls give it; only what differs from a plain paid one of a guest need be said. */
export const orderInputSchema = z.strictObject({
  id: recordId.optional(),
  name: fields.name.optional(),
  createdAt: fields.createdAt.optional(),
  processedAt: fields.processedAt.optional(),
  updatedAt: fields.updatedAt.optional(),
  test: fields.test.default(false),
  cancelledAt: fields.cancelledAt.default(null),
  cancelReason: fields.cancelReason.default(null),
  closedAt: fields.closedAt.default(null),
  financialStatus: fields.financialStatus.default("PAID"),
  fulfillmentStatus: fields.fulfillmentStatus.default("UNFULFILLED"),
  email: fields.email.default(null),
  currencyCode: fields.currencyCode.default("EUR"),
  /** The shop's own when absent. */
  presentmentCurrencyCode: fields.presentmentCurrencyCode.optional(),
  customerId: fields.customerId.default(null),
  customerLocale: fields.customerLocale.default("en"),
  customerAcceptsMarketing: fields.customerAcceptsMarketing.default(false),
  sourceName: fields.sourceName.default("web"),
  tags: fields.tags.default([]),
  total: fields.total.default({ shop: "0.0" }),
  /** `total` when absent. */
  currentTotal: fields.currentTotal.optional(),
  totalRefunded: fields.totalRefunded.default({ shop: "0.0" }),
  refunds: fields.refunds.default([]),
  lines: fields.lines.default([]),
});

/** A partial edit: fields that are present replace the old ones whole. */
export const orderEditSchema = z.strictObject(fields).partial();

/** A refund as the admin makes it. `moveUpdatedAt` overrules the setting. */
export const refundWriteSchema = z.strictObject({ amount, moveUpdatedAt: z.boolean().optional() });

export type OrderInput = z.input<typeof orderInputSchema>;

/** An order as the stand-in holds it. Ids are decimal text; `updatedAt` has microseconds, other times whole seconds. */
export type ShopOrder = { id: string } & { [Name in keyof typeof fields]: z.output<(typeof fields)[Name]> };
