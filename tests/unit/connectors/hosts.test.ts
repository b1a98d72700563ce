import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBrevoClient } from "@/lib/connectors/brevo/client";
import { brevoUrl, shopifyUrl } from "@/lib/connectors/hosts";
import { createShopifyClient } from "@/lib/connectors/shopify/client";
import { InvariantViolation } from "@/lib/kernel/errors";
import { stillClock } from "./wire-server";

const production = { allowLoopback: false };
const demo = { allowLoopback: true };

describe("connectors speak to their vendor's hosts only", () => {
  it.each(["https://night-demo.myshopify.com", "https://a.myshopify.com/"])("takes the shop %s", (url) => {
    expect(shopifyUrl(url, production).ok).toBe(true);
  });

  it.each([
    ["http://night-demo.myshopify.com", "not_https"],
    ["https://night-demo.myshopify.com.evil.example", "host_not_allowed"],
    ["https://evil.example/night-demo.myshopify.com", "host_not_allowed"],
    ["https://-x.myshopify.com", "host_not_allowed"],
    ["https://a.b.myshopify.com", "host_not_allowed"],
    ["https://myshopify.com", "host_not_allowed"],
    ["https://night-demo.myshopify.com:8443", "host_not_allowed"],
    ["https://user:secret@night-demo.myshopify.com", "has_credentials_or_query"],
    ["https://night-demo.myshopify.com/?x=1", "has_credentials_or_query"],
    ["https://127.0.0.1", "host_not_allowed"],
    ["http://127.0.0.1:4010/shopify", "not_https"],
    ["https://169.254.169.254", "host_not_allowed"],
    ["night-demo.myshopify.com", "not_a_url"],
  ])("refuses the shop %s", (url, error) => {
    expect(shopifyUrl(url, production)).toEqual({ ok: false, error });
  });

  it("takes Brevo's API and nothing beside it", () => {
    expect(brevoUrl("https://api.brevo.com/v3", production).ok).toBe(true);
    for (const url of ["https://api.brevo.com.evil.example/v3", "https://brevo.com/v3", "http://api.brevo.com/v3"])
      expect(brevoUrl(url, production).ok).toBe(false);
  });

  it("reaches this machine only on demo and test installations, and no other private address even there", () => {
    expect(brevoUrl("http://127.0.0.1:4010/brevo/v3", demo).ok).toBe(true);
    expect(shopifyUrl("http://localhost:4010/shopify", demo).ok).toBe(true);
    for (const url of ["http://127.0.0.2/", "http://10.0.0.1/", "http://localhost.evil.example/", "http://0.0.0.0/"])
      expect(brevoUrl(url, demo).ok).toBe(false);
  });

  it("odd spellings of this machine are judged by what the URL means", () => {
    for (const url of ["http://2130706433/v3", "http://0x7f.1/v3", "http://127.1/v3"])
      expect(brevoUrl(url, production).ok).toBe(false);
  });

  it("no other domain passes, wherever the vendor's name stands in it", () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        for (const host of [
          domain,
          `${domain}.myshopify.com`,
          `night.myshopify.com.${domain}`,
          `${domain}.api.brevo.com`,
        ]) {
          expect(shopifyUrl(`https://${host}`, demo)).toEqual({ ok: false, error: "host_not_allowed" });
          expect(brevoUrl(`https://${host}/v3`, demo)).toEqual({ ok: false, error: "host_not_allowed" });
        }
      }),
    );
  });

  it("a client for a refused host is not made", () => {
    const clock = stillClock();
    const brevo = () =>
      createBrevoClient({ baseUrl: "http://127.0.0.1:1/v3", apiKey: "k", clock, allowLoopback: false });
    const shopify = () =>
      createShopifyClient({
        baseUrl: "https://evil.example",
        accessToken: "t",
        shopId: null,
        clock,
        allowLoopback: true,
      });
    expect(brevo).toThrow(InvariantViolation);
    expect(shopify).toThrow(InvariantViolation);
  });
});
