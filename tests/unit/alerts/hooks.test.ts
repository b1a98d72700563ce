import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { sendSlack } from "@/lib/alerts/channels/slack";
import { sendWebhook } from "@/lib/alerts/channels/webhook";
import { composeMessage } from "@/lib/alerts/compose-message";
import { verifyWebhook } from "@/lib/alerts/sign-webhook";
import { HOOK_URL, loopbackHook } from "../../support/loopback-hook";
import { noticeFacts } from "./notice-facts";

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});
async function hook(status: number, headers = {}) {
  const made = await loopbackHook((response) => response.writeHead(status, headers).end("ok"));
  close.push(made.close);
  return made;
}

const NOW = Date.UTC(2026, 10, 30, 8, 1);
const SECRET = "npw_test";
const message = () => composeMessage(noticeFacts(), "https://nightpost.dev");
const toHook = async (status: number, headers = {}) => {
  const { calls, policy } = await hook(status, headers);
  return { calls, sent: await sendWebhook({ url: HOOK_URL, secret: SECRET }, await message(), NOW, policy) };
};

describe("a webhook", () => {
  test("is JSON with its words, and signed over timestamp and body", async () => {
    const { calls, sent } = await toHook(202);
    expect(sent).toEqual({ ok: true, value: { status: 202 } });
    const [{ body = "", headers = {} } = {}] = calls;
    expect(JSON.parse(body)).toEqual({
      version: 1,
      id: "00000000-0000-4000-8000-000000000001",
      occasion: "opened",
      severity: "critical",
      kind: "sync.access_lost",
      findingId: "f1",
      workspace: "Linden & Söhne",
      sync: { id: "s1", name: "Customers to Newsletter" },
      subject: "Access is lost: Customers to Newsletter",
      cause: "Shopify refused our access token.",
      effect: expect.any(String),
      next: expect.any(String),
      url: "https://nightpost.dev/w/w1/syncs/s1",
      at: "2026-11-30T08:00:00.000Z",
    });
    expect(headers["nightpost-delivery"]).toBe("00000000-0000-4000-8000-000000000001");
    const signed = {
      timestamp: String(headers["nightpost-timestamp"]),
      signature: String(headers["nightpost-signature"]),
    };
    expect(verifyWebhook(SECRET, signed, body, NOW / 1000)).toBe(true);
    expect(verifyWebhook(SECRET, signed, `${body} `, NOW / 1000)).toBe(false);
    expect(verifyWebhook("npw_other", signed, body, NOW / 1000)).toBe(false);
    expect(verifyWebhook(SECRET, signed, body, NOW / 1000 + 301)).toBe(false);
    expect(verifyWebhook(SECRET, { ...signed, timestamp: String(NOW / 1000 + 1) }, body, NOW / 1000)).toBe(false);
    for (const signature of ["", "v1=", "v1=é", signed.signature.slice(0, -1)])
      expect(verifyWebhook(SECRET, { ...signed, signature }, body, NOW / 1000)).toBe(false);
  });

  test.each([
    [200, null],
    [301, { code: "http_redirect", final: true, status: 301 }],
    [400, { code: "http_refused", final: true, status: 400 }],
    [404, { code: "http_refused", final: true, status: 404 }],
    [410, { code: "http_refused", final: true, status: 410 }],
    [408, { code: "http_unavailable", final: false, status: 408 }],
    [429, { code: "http_unavailable", final: false, status: 429 }],
    [500, { code: "http_unavailable", final: false, status: 500 }],
    [503, { code: "http_unavailable", final: false, status: 503 }],
  ])("that answers %i", async (status, error) => {
    const { sent } = await toHook(status, status === 301 ? { location: HOOK_URL } : {});
    expect(sent).toEqual(error ? { ok: false, error } : { ok: true, value: { status } });
  });

  test("the sample in the documentation verifies what we send, and nothing else", async () => {
    const [, sample] = /```js\n(import[\s\S]+?)```/.exec(readFileSync("docs/alerts.md", "utf8")) ?? [];
    const source = (sample ?? "").replace(/^import .*$/gm, "").replace("export function", "function");
    const crypto = await import("node:crypto");
    const verify = runInNewContext(`${source}; isFromNightpost`, { ...crypto, Buffer, Date: { now: () => NOW } });
    const { calls } = await toHook(200);
    const [{ body = "", headers = {} } = {}] = calls;
    expect(verify(SECRET, headers, body)).toBe(true);
    expect(verify("npw_other", headers, body)).toBe(false);
    expect(verify(SECRET, headers, `${body} `)).toBe(false);
    expect(verify(SECRET, { ...headers, "nightpost-timestamp": "1" }, body)).toBe(false);
  });
});

describe("Slack", () => {
  test("gets a text that nothing in a name can turn into markup, a link or a shout", async () => {
    const { calls, policy } = await hook(200);
    const evil = { id: "s1", name: "<!channel> & <https://evil.dev|click>" };
    const shouted = await composeMessage(noticeFacts({ sync: evil }), "https://nightpost.dev");
    expect(await sendSlack({ url: HOOK_URL }, shouted, policy)).toEqual({ ok: true, value: { status: 200 } });
    const body = JSON.parse(calls[0]?.body ?? "");
    expect(body.text).toBe("Access is lost: &lt;!channel&gt; &amp; &lt;https://evil.dev|click&gt;");
    expect(body.blocks).toEqual([
      { type: "section", text: { type: "plain_text", emoji: false, text: shouted.lines.join("\n") } },
    ]);
  });

  test("a hook that is gone is given up at once", async () => {
    const { policy } = await hook(404);
    expect(await sendSlack({ url: HOOK_URL }, await message(), policy)).toMatchObject({ error: { final: true } });
  });
});
