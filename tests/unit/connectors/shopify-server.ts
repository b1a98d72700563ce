import type http from "node:http";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import { type SeenRequest, sendJson, serveWire, stillClock } from "./wire-server";

export const SHOP_ID = "gid://shopify/Shop/70000000001";

const HEADERS = { "x-shopify-api-version": "2026-07" };
const ENVELOPE = { shop: { id: SHOP_ID }, currentAppInstallation: { accessScopes: [{ handle: "read_customers" }] } };

export interface Variables {
  first?: number;
  after?: string | null;
  query?: string | null;
  ids?: string[];
}

export type Reply = (response: http.ServerResponse) => void;

/** 200 with the envelope that every operation asks for, and `data` beside it. */
export const data =
  (content: object, more: { extensions?: object; headers?: Record<string, string> } = {}): Reply =>
  (response) =>
    sendJson(
      response,
      200,
      { data: { ...ENVELOPE, ...content }, extensions: more.extensions },
      { ...HEADERS, ...more.headers },
    );

/** Anything else at all. */
export const raw =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    sendJson(response, status, body, { ...HEADERS, ...headers });

/** 200 with errors of these codes (null: none) and partial data. */
export const errors = (...codes: (string | null)[]): Reply =>
  raw(200, {
    data: { ...ENVELOPE, customers: null },
    errors: codes.map((code) => ({ message: "words", path: ["customers"], extensions: code ? { code } : undefined })),
  });

export interface Row {
  id: string;
  at: string;
  state?: string | null;
}

export const list = (
  rows: (Row | null)[],
  next: string | null | { hasNextPage: boolean; endCursor: string | null },
): Reply => {
  const pageInfo = typeof next === "object" && next !== null ? next : { hasNextPage: next !== null, endCursor: next };
  const nodes = rows.map(
    (row) =>
      row && {
        id: `gid://shopify/Customer/${row.id}`,
        updatedAt: row.at,
        defaultEmailAddress: row.state === null ? null : { marketingState: row.state ?? "SUBSCRIBED" },
      },
  );
  return data({ customers: { nodes, pageInfo } });
};

/** A customer node with every field that we select. */
export const node = (id: string, more: object = {}) => ({
  __typename: "Customer",
  id: `gid://shopify/Customer/${id}`,
  legacyResourceId: id,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-02-01T00:00:00Z",
  firstName: "Ann",
  lastName: null,
  locale: "en",
  tags: ["vip"],
  state: "ENABLED",
  verifiedEmail: true,
  numberOfOrders: "3",
  amountSpent: { amount: "12.5", currencyCode: "EUR" },
  defaultEmailAddress: {
    emailAddress: "ann@example.test",
    marketingState: "SUBSCRIBED",
    marketingOptInLevel: "SINGLE_OPT_IN",
    marketingUpdatedAt: "2026-01-15T10:00:00Z",
    validFormat: true,
  },
  defaultPhoneNumber: null,
  defaultAddress: { countryCodeV2: "SE", provinceCode: null },
  ...more,
});

/** A source connected to a server that answers each request by its variables. */
export async function connectSource(
  answer: (variables: Variables, index: number, request: SeenRequest) => Reply,
  more: { timeoutMs?: number; shopId?: string | null; accessToken?: string } = {},
) {
  const clock = stillClock();
  const server = await serveWire((request, response, index) => {
    const { variables } = JSON.parse(request.body) as { variables: Variables };
    answer(variables, index, request)(response);
  });
  const client = createShopifyClient({
    baseUrl: `${server.url}/shopify`,
    accessToken: "shpat_secret",
    shopId: SHOP_ID,
    clock,
    allowLoopback: true,
    ...more,
  });
  const variables = () => (server.bodies() as { variables: Variables }[]).map((body) => body.variables);
  return { server, clock, client, source: createShopifySource({ client }), variables };
}
