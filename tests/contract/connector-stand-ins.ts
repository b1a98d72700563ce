import { onTestFinished } from "vitest";
import { createBrevoClient } from "@/lib/connectors/brevo/client";
import { createBrevoDestination } from "@/lib/connectors/brevo/destination";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { createShopifyOrderSource, createShopifySource } from "@/lib/connectors/shopify/source";
import type { Clock } from "@/lib/kernel/clock";
import type { Attribute } from "@/lib/rules/schema";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import type { JournalEntry } from "@/lib/sandbox/contract";
import type { FaultRequest } from "@/lib/sandbox/faults";
import { type Sandbox, startSandbox } from "@/lib/sandbox/server";
import { DEFAULT_SETTINGS } from "@/lib/sandbox/shopify/settings";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";

const SECRET = "contract-test-secret";

/** A clock whose sleeps are remembered and real, but never longer than a tenth of a second. */
export function hurriedClock(): Clock & { sleeps: number[] } {
  const sleeps: number[] = [];
  return {
    sleeps,
    nowMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    sleep: (ms) => {
      sleeps.push(ms);
      return new Promise((resolve) => setTimeout(resolve, Math.min(ms, 100)));
    },
  };
}

/** Both stand-ins for one test, with ways to break them and to read what came in. */
export async function openSandbox() {
  const sandbox = await startSandbox({ apiPort: 0, controlPort: 0, controlSecret: SECRET });
  onTestFinished(() => sandbox.close());
  const control = async (path: string, method = "GET", body?: unknown) => {
    const answer = await fetch(`${sandbox.controlUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${SECRET}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    sandbox,
    control,
    grant: (scopes: string[]) => control(`/shopify/tokens/${DEMO_ACCESS_TOKEN}`, "PUT", { scopes }),
    breakShopify: (fault: FaultRequest) => control("/shopify/faults", "POST", fault),
    breakBrevo: (fault: FaultRequest) => control("/brevo/faults", "POST", fault),
    journal: async (name: "shopify" | "brevo") =>
      ((await control(`/${name}/journal?limit=5000`)) as { entries: JournalEntry[] }).entries,
  };
}

/** Scopes with which orders can be read, given to the demo token. */
export const ORDER_SCOPES = ["read_customers", "read_orders", "read_all_orders"];

export function connectShopify(
  sandbox: Sandbox,
  more: { timeoutMs?: number; shopId?: string | null; accessToken?: string } = {},
) {
  const clock = hurriedClock();
  const client = createShopifyClient({
    baseUrl: `${sandbox.apiUrl}/shopify/${DEFAULT_SETTINGS.shop.myshopifyDomain}`,
    accessToken: DEMO_ACCESS_TOKEN,
    shopId: `gid://shopify/Shop/${DEFAULT_SETTINGS.shop.id}`,
    clock,
    allowLoopback: true,
    ...more,
  });
  return { client, clock, source: createShopifySource({ client }), orders: createShopifyOrderSource({ client }) };
}

export function connectBrevo(
  sandbox: Sandbox,
  more: { timeoutMs?: number; apiKey?: string; attributes?: Attribute[] } = {},
) {
  const clock = hurriedClock();
  const { attributes = [], ...rest } = more;
  const client = createBrevoClient({
    baseUrl: `${sandbox.apiUrl}/brevo/v3`,
    apiKey: DEMO_API_KEY,
    clock,
    allowLoopback: true,
    ...rest,
  });
  return { client, clock, destination: createBrevoDestination({ client, clock, attributes }) };
}
