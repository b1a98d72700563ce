import { describe, expect, it } from "vitest";
import { brevoUrl, demoMark, shopUrl } from "@/lib/ends/open-ends";

const shopDomain = "night-demo.myshopify.com";
const demo = { allowLoopback: true, sandboxApiUrl: "http://127.0.0.1:4310" };
const production = { allowLoopback: false };

describe("where a connection's other side is", () => {
  it("is the vendor in production", () => {
    expect(demoMark(production)).toEqual({});
    expect(shopUrl({ shopDomain }, production)).toBe("https://night-demo.myshopify.com");
    expect(brevoUrl({}, production)).toBe("https://api.brevo.com/v3");
  });

  it("is wherever the stand-ins listen today for a connection made on a demo", () => {
    const details = { shopDomain, ...demoMark(demo) };
    const later = { ...demo, sandboxApiUrl: "http://127.0.0.1:5555" };
    expect(shopUrl(details, demo)).toBe(`http://127.0.0.1:4310/shopify/${shopDomain}`);
    expect(shopUrl(details, later)).toBe(`http://127.0.0.1:5555/shopify/${shopDomain}`);
    expect(brevoUrl(details, later)).toBe("http://127.0.0.1:5555/brevo/v3");
  });

  it("is nowhere for a demo's connection on an installation without stand-ins: its secret goes to no vendor", () => {
    expect(() => shopUrl({ shopDomain, demo: true }, production)).toThrow("without stand-ins");
    expect(() => brevoUrl({ demo: true }, production)).toThrow("without stand-ins");
  });
});
