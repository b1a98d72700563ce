import { z } from "zod";
import type { HookTopic } from "@/lib/connectors/shopify/hook-topics";
import { unreachable } from "@/lib/kernel/result";

/** What a webhook tells us, as far as we use it: who is to be read anew, and what is asked of us. */
export type HookNews =
  | { kind: "records"; object: "customer" | "order"; ids: string[]; seenAtMs: number | null; withdrawal: boolean }
  | { kind: "uninstalled" }
  | { kind: "scopes"; granted: string[] }
  | { kind: "privacy"; request: "data_request" | "customer_redact"; recordId: string; addresses: string[] }
  | { kind: "privacy"; request: "shop_redact" };

/** Ids pass 2^53 (Shopify/shopify-api-js, go-shopify#62): long whole numbers outside of texts are read as texts. */
export function parseWithBigIds(text: string): unknown {
  const quoted = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? `"${token}"` : token,
  );
  return JSON.parse(quoted);
}

const id = z.union([z.string().regex(/^\d{1,20}$/), z.int().positive()]).transform(String);
const gid = z
  .string()
  .regex(/^gid:\/\/shopify\/\w+\/\d{1,20}$/)
  .transform((text) => text.slice(text.lastIndexOf("/") + 1));
const time = z.string().transform((text) => {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
});

/** Ids and times only: a field that is missing elsewhere must not make a delivery fail until Shopify switches the subscription off (case 38). */
const withId = z.object({ id, updated_at: time.nullish() });
const consent = z.object({
  customer_id: id,
  email_marketing_consent: z.object({ state: z.string().nullish() }).nullish(),
});
const merge = z.object({ admin_graphql_api_customer_kept_id: gid, admin_graphql_api_customer_deleted_id: gid });
const refund = z.object({ order_id: id });
const scopes = z.object({ current: z.array(z.string()) });
const privacy = z.object({ customer: z.object({ id, email: z.string().nullish() }) });

/** Unknown states count as no consent too. */
const CONSENTING = ["subscribed", "pending"];

/** @returns null for a body that is not what the topic promises */
export function readHookPayload(topic: HookTopic, body: unknown): HookNews | null {
  switch (topic) {
    case "customers_marketing_consent/update":
    case "customers/create":
    case "customers/update":
    case "customers/delete":
      return records("customer", withId.safeParse(body));
    case "orders/create":
    case "orders/updated":
    case "orders/cancelled":
    case "orders/delete":
      return records("order", withId.safeParse(body));
    case "refunds/create": {
      const parsed = refund.safeParse(body);
      return parsed.success ? plain("order", [parsed.data.order_id]) : null;
    }
    case "customers/merge": {
      const parsed = merge.safeParse(body);
      if (!parsed.success) return null;
      const { admin_graphql_api_customer_kept_id: kept, admin_graphql_api_customer_deleted_id: gone } = parsed.data;
      return plain("customer", [kept, gone]);
    }
    case "customers_email_marketing_consent/update": {
      const parsed = consent.safeParse(body);
      if (!parsed.success) return null;
      const state = parsed.data.email_marketing_consent?.state?.toLowerCase();
      const withdrawal = state !== undefined && !CONSENTING.includes(state);
      return { ...plain("customer", [parsed.data.customer_id]), withdrawal };
    }
    case "app/uninstalled":
      return { kind: "uninstalled" };
    case "app/scopes_update": {
      const parsed = scopes.safeParse(body);
      return parsed.success ? { kind: "scopes", granted: parsed.data.current } : null;
    }
    case "customers/data_request":
    case "customers/redact": {
      const parsed = privacy.safeParse(body);
      if (!parsed.success) return null;
      const { id: recordId, email } = parsed.data.customer;
      const request = topic === "customers/redact" ? "customer_redact" : "data_request";
      return { kind: "privacy", request, recordId, addresses: email ? [email] : [] };
    }
    case "shop/redact":
      return { kind: "privacy", request: "shop_redact" };
    default:
      return unreachable(topic);
  }
}

const plain = (object: "customer" | "order", ids: string[]) =>
  ({ kind: "records", object, ids, seenAtMs: null, withdrawal: false }) as const;

function records(object: "customer" | "order", parsed: z.ZodSafeParseResult<z.infer<typeof withId>>): HookNews | null {
  if (!parsed.success) return null;
  return { ...plain(object, [parsed.data.id]), seenAtMs: parsed.data.updated_at ?? null };
}
