import { z } from "zod";

/*
 * What our operations answer, as far as we rely on it. Enums stay text: a value that we do not know must reach the gate, which refuses it.
 * A null list or list row fails here with its own message, which errors.ts turns into a receipt's detail.
 */

/** Whole seconds in UTC, e.g. `2026-01-31T09:00:00Z`; into epoch ms. */
export const instant = z.iso.datetime().transform((text) => Date.parse(text));

const gid = (type: string) => z.string().regex(new RegExp(`^gid://shopify/${type}/\\d+$`));
const scopes = z.object({ accessScopes: z.array(z.object({ handle: z.string() })) });

export const envelopeShape = z.object({ shop: z.object({ id: gid("Shop") }), currentAppInstallation: scopes });

const listRow = z.object({
  id: gid("Customer"),
  updatedAt: instant,
  defaultEmailAddress: z.object({ marketingState: z.string() }).nullable(),
});

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });

export const listShape = z.object({ customers: z.object({ nodes: z.array(listRow), pageInfo }) });
export type CustomerList = z.infer<typeof listShape>["customers"];

export const countShape = z.object({
  customersCount: z.object({ count: z.int().min(0), precision: z.string() }),
});

const consent = {
  marketingState: z.string().nullable(),
  marketingOptInLevel: z.string().nullable(),
  marketingUpdatedAt: instant.nullable(),
};

/** UnsignedInt64 comes as text. */
const count = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0)]).transform(Number);

export const customerNode = z.object({
  __typename: z.literal("Customer"),
  id: gid("Customer"),
  createdAt: instant,
  updatedAt: instant,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  locale: z.string(),
  tags: z.array(z.string()),
  state: z.string(),
  verifiedEmail: z.boolean(),
  numberOfOrders: count,
  amountSpent: z.object({ amount: z.string().regex(/^-?\d+(\.\d+)?$/), currencyCode: z.string() }),
  defaultEmailAddress: z.object({ emailAddress: z.string(), ...consent }).nullable(),
  defaultPhoneNumber: z.object({ phoneNumber: z.string(), ...consent }).nullable(),
  defaultAddress: z.object({ countryCodeV2: z.string().nullable(), provinceCode: z.string().nullable() }).nullable(),
});
export type CustomerNode = z.infer<typeof customerNode>;

export const nodesShape = z.object({ nodes: z.array(customerNode.nullable()) });

export const probeShape = z.object({
  shop: z.object({
    id: gid("Shop"),
    name: z.string(),
    myshopifyDomain: z.string(),
    currencyCode: z.string(),
    ianaTimezone: z.string(),
    plan: z.object({ publicDisplayName: z.string(), partnerDevelopment: z.boolean(), shopifyPlus: z.boolean() }),
  }),
  currentAppInstallation: scopes,
  publicApiVersions: z.array(z.object({ handle: z.string(), supported: z.boolean() })),
});
