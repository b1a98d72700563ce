import { z } from "zod";

/**
 * What can be switched about the shop. Every `[?]` of the research (nobody has seen it on a live store) is a switch here.
 * Cost figures: 2,000 points and 100 a second are what Shopify documents for its standard plan's bucket.
 */
export const settingsSchema = z.strictObject({
  shop: z.strictObject({
    id: z.string().regex(/^\d+$/),
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string().length(3),
    ianaTimezone: z.string(),
  }),
  /** The vendor's clock minus ours; moves the Date header and new `updatedAt` alike. */
  clockSkewMs: z.number().int(),
  /** How far filtered lists and counts are behind the primary. */
  indexLagMs: z.number().int().min(0),
  /** `shop-day`: the customers' `updated_at` filter works by whole days of the shop [?]. */
  customerUpdatedAtGranularity: z.enum(["instant", "shop-day"]),
  /** `<` acts as `<=` and `>` as `>=` on times. */
  inclusiveBounds: z.boolean(),
  /** Whether a consent change moves `updatedAt` [?]. */
  consentMovesUpdatedAt: z.boolean(),
  /** Whether a refund moves the order's `updatedAt`; one report says that it may not (case 7) [?]. */
  refundMovesUpdatedAt: z.boolean(),
  /** How long an event is in coming; usually seconds, seldom minutes (Events API, caution of the vendor's page). */
  eventLagMs: z.number().int().min(0),
  /** What a merge leaves in `events`: its action, and whether it names the customer that went or the one that stayed; null: no event at all [?]. */
  mergeEvent: z.strictObject({ action: z.string().min(1), names: z.enum(["source", "target"]) }).nullable(),
  /** Which classes of protected customer data the app may see. */
  protectedData: z.strictObject({
    name: z.boolean(),
    email: z.boolean(),
    phone: z.boolean(),
  }),
  /** How many errors an answer carries at most; 0 gives silent nulls. */
  errorsShown: z.number().int().min(0),
  /** A version answered in place of the one asked for, as when that one is retired. */
  fallForwardTo: z.string().nullable(),
  throttle: z.strictObject({
    maximumAvailable: z.number().positive(),
    restoreRate: z.number().positive(),
    /** Dearest single query. */
    maximumCost: z.number().positive(),
  }),
  /** Objects one walk may page through. */
  walkCap: z.number().int().positive(),
});

export type ShopifySettings = z.infer<typeof settingsSchema>;

/** A partial change of settings; nested objects are merged one level deep. */
export const settingsEditSchema = settingsSchema
  .extend({
    shop: settingsSchema.shape.shop.partial(),
    protectedData: settingsSchema.shape.protectedData.partial(),
    throttle: settingsSchema.shape.throttle.partial(),
  })
  .partial();

export type ShopifySettingsEdit = z.infer<typeof settingsEditSchema>;

export const DEFAULT_SETTINGS: ShopifySettings = {
  shop: {
    id: "70000000001",
    name: "Night Demo",
    myshopifyDomain: "night-demo.myshopify.com",
    currencyCode: "EUR",
    ianaTimezone: "America/New_York",
  },
  clockSkewMs: 0,
  indexLagMs: 0,
  customerUpdatedAtGranularity: "instant",
  inclusiveBounds: true,
  consentMovesUpdatedAt: true,
  refundMovesUpdatedAt: true,
  eventLagMs: 0,
  mergeEvent: { action: "merge", names: "source" },
  protectedData: { name: true, email: true, phone: true },
  errorsShown: 100,
  fallForwardTo: null,
  throttle: { maximumAvailable: 2000, restoreRate: 100, maximumCost: 1000 },
  walkCap: 25_000,
};

/** @returns settings with the edit's fields in place of the old ones */
export function mergeSettings(old: ShopifySettings, edit: ShopifySettingsEdit): ShopifySettings {
  return {
    ...old,
    ...edit,
    shop: { ...old.shop, ...edit.shop },
    protectedData: { ...old.protectedData, ...edit.protectedData },
    throttle: { ...old.throttle, ...edit.throttle },
  };
}
