import { type BrevoStandIn, createBrevoStandIn } from "@/lib/sandbox/brevo/stand-in";
import { type FrameOptions, serveStandIns } from "@/lib/sandbox/frame";
import { createShopifyStandIn, type ShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";

/** Both vendors, running. Close it before the process or test ends. */
export interface Sandbox {
  /** A shop's base URL is `${apiUrl}/shopify/${domain}`, Brevo's is `${apiUrl}/brevo`. */
  apiUrl: string;
  controlUrl: string;
  shopify: ShopifyStandIn;
  brevo: BrevoStandIn;
  close(): Promise<void>;
}

/** Starts the stand-ins for Shopify and Brevo on two ports of this machine. */
export async function startSandbox(options: FrameOptions): Promise<Sandbox> {
  const frame = await serveStandIns<{ shopify: ShopifyStandIn; brevo: BrevoStandIn }>(
    { shopify: (host) => createShopifyStandIn(host), brevo: (host) => createBrevoStandIn(host) },
    options,
  );
  const { apiUrl, controlUrl, standIns, close } = frame;
  return { apiUrl, controlUrl, ...standIns, close };
}
