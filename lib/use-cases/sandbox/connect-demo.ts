import type { Result } from "@/lib/kernel/result";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { DEMO_ACCESS_TOKEN, DEMO_CLIENT_SECRET } from "@/lib/sandbox/shopify/tokens";
import { proveAccount } from "../connections/connect-brevo";
import { proveShop } from "../connections/connect-shopify";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";

/** Connects the demo's shop by one click, as a person with its token would by the form. Elsewhere than on a demo installation it does not exist. */
export async function connectDemoShop(context: Context): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const settings = await askSandbox(context, "editor", ({ shop }) => shop.settings());
  if (!settings.ok) return settings;
  const { myshopifyDomain } = settings.value.shop;
  return proveShop(context, {
    by: "token",
    shopDomain: myshopifyDomain,
    accessToken: DEMO_ACCESS_TOKEN,
    clientSecret: DEMO_CLIENT_SECRET,
  });
}

/** Connects the demo's Brevo account, likewise. */
export async function connectDemoAccount(context: Context): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const settings = await askSandbox(context, "editor", ({ account }) => account.settings());
  if (!settings.ok) return settings;
  return proveAccount(context, { apiKey: DEMO_API_KEY });
}
