import { z } from "zod";
import { idOf } from "@/lib/connectors/shopify/gid";
import type { ListRow } from "@/lib/runner/reading-ports";

/*
 * What our operations answer, as far as we rely on it. Enums stay text: a value that we do not know must reach the gate, which refuses it.
 * A null list or list row fails here with its own message, which errors.ts turns into a receipt's detail.
 */

/** Whole seconds in UTC, e.g. `2026-01-31T09:00:00Z`; into epoch ms. */
export const instant = z.iso.datetime().transform((text) => Date.parse(text));

const gid = (type: string) => z.string().regex(new RegExp(`^gid://shopify/${type}/\\d+$`));
const scopes = z.object({ accessScopes: z.array(z.object({ handle: z.string() })) });

export const envelopeShape = z.object({ shop: z.object({ id: gid("Shop") }), currentAppInstallation: scopes });

/** An order's row says nothing of consent; calling it unsubscribed would make it a withdrawal. */
const orderRow = z
  .object({ id: gid("Order"), updatedAt: instant })
  .transform(({ id, updatedAt }): ListRow => ({ id: idOf(id), updatedAtMs: updatedAt, subscribed: true }));

const customerRow = z
  .object({
    id: gid("Customer"),
    updatedAt: instant,
    defaultEmailAddress: z.object({ marketingState: z.string() }).nullable(),
  })
  .transform(
    ({ id, updatedAt, defaultEmailAddress }): ListRow => ({
      id: idOf(id),
      updatedAtMs: updatedAt,
      subscribed: defaultEmailAddress?.marketingState === "SUBSCRIBED",
    }),
  );

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
export type PageInfo = z.infer<typeof pageInfo>;

/** One page of a list, whatever it lists. */
export interface RowList {
  nodes: ListRow[];
  pageInfo: PageInfo;
}

export const customerListShape = z
  .object({ customers: z.object({ nodes: z.array(customerRow), pageInfo }) })
  .transform(({ customers }): RowList => customers);
export const orderListShape = z
  .object({ orders: z.object({ nodes: z.array(orderRow), pageInfo }) })
  .transform(({ orders }): RowList => orders);

const counted = z.object({ count: z.int().min(0), precision: z.string() });
export type Counted = z.infer<typeof counted>;
export const customerCountShape = z
  .object({ customersCount: counted })
  .transform(({ customersCount }): Counted => customersCount);
export const orderCountShape = z.object({ ordersCount: counted }).transform(({ ordersCount }): Counted => ordersCount);

const consent = {
  marketingState: z.string().nullable(),
  marketingOptInLevel: z.string().nullable(),
  marketingUpdatedAt: instant.nullable(),
};

/** Money is decimal text and stays it. A number has lost digits already and fails. */
const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);

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
  amountSpent: z.object({ amount: decimal, currencyCode: z.string() }),
  defaultEmailAddress: z.object({ emailAddress: z.string(), ...consent }).nullable(),
  defaultPhoneNumber: z.object({ phoneNumber: z.string(), ...consent }).nullable(),
  defaultAddress: z.object({ countryCodeV2: z.string().nullable(), provinceCode: z.string().nullable() }).nullable(),
});
export type CustomerNode = z.infer<typeof customerNode>;

const money = z.object({ amount: decimal, currencyCode: z.string() });
const bothMoneys = z.object({ shopMoney: money, presentmentMoney: money });
const lineNode = z.object({
  id: gid("LineItem"),
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  currentQuantity: z.int(),
  originalUnitPriceSet: z.object({ shopMoney: money }),
});
export type LineNode = z.infer<typeof lineNode>;
const lines = z.object({ nodes: z.array(lineNode), pageInfo });

export const orderNode = z.object({
  __typename: z.literal("Order"),
  id: gid("Order"),
  name: z.string(),
  test: z.boolean(),
  createdAt: instant,
  processedAt: instant,
  updatedAt: instant,
  cancelledAt: instant.nullable(),
  cancelReason: z.string().nullable(),
  closedAt: instant.nullable(),
  displayFinancialStatus: z.string().nullable(),
  displayFulfillmentStatus: z.string(),
  email: z.string().nullable(),
  currencyCode: z.string(),
  presentmentCurrencyCode: z.string(),
  customerLocale: z.string().nullable(),
  customerAcceptsMarketing: z.boolean(),
  sourceName: z.string().nullable(),
  tags: z.array(z.string()),
  totalPriceSet: bothMoneys,
  currentTotalPriceSet: bothMoneys,
  totalRefundedSet: bothMoneys,
  customer: z
    .object({
      id: gid("Customer"),
      updatedAt: instant,
      defaultEmailAddress: z.object({ emailAddress: z.string(), marketingState: z.string() }).nullable(),
    })
    .nullable(),
  refunds: z.array(
    z.object({
      id: gid("Refund"),
      createdAt: instant.nullable(),
      totalRefundedSet: z.object({ shopMoney: money }),
    }),
  ),
  lineItems: lines,
});
export type OrderNode = z.infer<typeof orderNode>;

export const orderLinesShape = z.object({
  order: z.object({ id: gid("Order"), updatedAt: instant, lineItems: lines }).nullable(),
});

export const oldestOrderShape = z.object({
  orders: z.object({ nodes: z.array(z.object({ id: gid("Order"), createdAt: instant })) }),
});

export const departuresShape = z.object({
  events: z.object({
    nodes: z.array(
      z.object({
        action: z.string(),
        createdAt: instant,
        // Only a BasicEvent names its subject; a comment on a timeline does not.
        subjectId: z.string().optional(),
      }),
    ),
    pageInfo,
  }),
});

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
