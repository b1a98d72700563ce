import { type BrevoStandIn, createBrevoStandIn } from "@/lib/sandbox/brevo/stand-in";
import { type FrameOptions, serveStandIns } from "@/lib/sandbox/frame";
import { serveSmtp } from "@/lib/sandbox/mail/serve-smtp";
import { createMailStandIn, type MailStandIn } from "@/lib/sandbox/mail/stand-in";
import { createShopifyStandIn, type ShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";

/** Both vendors, running. Close it before the process or test ends. */
export interface Sandbox {
  /** A shop's base URL is `${apiUrl}/shopify/${domain}`, Brevo's is `${apiUrl}/brevo`. */
  apiUrl: string;
  controlUrl: string;
  shopify: ShopifyStandIn;
  brevo: BrevoStandIn;
  /** Where its mail server listens; undefined without one. */
  mailUrl: string | undefined;
  close(): Promise<void>;
}

/** Starts the stand-ins for Shopify and Brevo on two ports of this machine, and a mail server on a third. @param options.mailPort left out: no mail server */
export async function startSandbox(options: FrameOptions & { mailPort?: number }): Promise<Sandbox> {
  const frame = await serveStandIns<{ shopify: ShopifyStandIn; brevo: BrevoStandIn; mail: MailStandIn }>(
    {
      shopify: (host) => createShopifyStandIn(host),
      brevo: (host) => createBrevoStandIn(host),
      mail: createMailStandIn,
    },
    options,
  );
  const { apiUrl, controlUrl, standIns } = frame;
  const smtp =
    options.mailPort === undefined
      ? undefined
      : await serveSmtp(standIns.mail, options.mailPort).catch(async (error: unknown) => {
          await frame.close();
          throw error;
        });
  const close = async () => {
    await smtp?.close();
    await frame.close();
  };
  return { apiUrl, controlUrl, mailUrl: smtp?.url, ...standIns, close };
}
