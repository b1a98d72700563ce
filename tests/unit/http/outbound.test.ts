import { afterEach, describe, expect, test } from "vitest";
import { type OutboundPolicy, PUBLIC_ONLY, postOutbound } from "@/lib/http/outbound";
import { readOutboundUrl } from "@/lib/http/outbound-url";
import { isPublicAddress } from "@/lib/http/public-address";
import { HOOK_HOST, HOOK_URL, loopbackHook } from "../../support/loopback-hook";

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

async function hook(...args: Parameters<typeof loopbackHook>) {
  const made = await loopbackHook(...args);
  close.push(made.close);
  return made;
}

const post = (url: string, policy?: OutboundPolicy) =>
  postOutbound({ url, headers: { "x-a": "b" }, body: "{}" }, policy);

describe("addresses", () => {
  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "0x7f000001",
    "2130706433",
    "017700000001",
    "0177.0.0.1",
    "127.1",
    "8.8.2056",
    "",
    "localhost",
  ])("%s is not of the open internet", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(["8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001:830::200e"])(
    "%s is",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("URLs", () => {
  test.each([
    ["http://hooks.example.com/", "url_scheme"],
    ["ftp://hooks.example.com/", "url_scheme"],
    ["file:///etc/passwd", "url_scheme"],
    ["javascript:alert(1)", "url_scheme"],
    ["https://hooks.example.com:8443/", "url_port"],
    ["https://hooks.example.com:80/", "url_port"],
    ["https://user:secret@hooks.example.com/", "url_credentials"],
    ["https://hooks.example.com@127.0.0.1/", "url_credentials"],
    ["https://127.0.0.1/", "url_literal_address"],
    ["https://8.8.8.8/", "url_literal_address"],
    ["https://2130706433/", "url_literal_address"],
    ["https://0x7f.1/", "url_literal_address"],
    ["https://0177.0.0.1/", "url_literal_address"],
    ["https://127.1/", "url_literal_address"],
    ["https://①②⑦.⓪.⓪.①/", "url_literal_address"],
    ["https://[::1]/", "url_literal_address"],
    ["https://[::ffff:127.0.0.1]/", "url_literal_address"],
    ["https://[64:ff9b::7f00:1]/", "url_literal_address"],
    ["https://localhost/", "url_host"],
    ["https://db/", "url_host"],
    ["https://hooks.example.com./", "url_host"],
    ["https://metadata.google.internal/", "url_host"],
    ["https://printer.local/", "url_host"],
    ["https://a_b.example.com/", "url_host"],
    ["https://", "url_unreadable"],
    ["hooks.example.com", "url_unreadable"],
    ["", "url_unreadable"],
    [`https://hooks.example.com/${"x".repeat(3_000)}`, "url_unreadable"],
  ])("%s is refused: %s", (text, fault) => {
    expect(readOutboundUrl(text)).toEqual({ ok: false, error: fault });
  });

  test.each([
    "https://hooks.slack.com/services/T/B/x",
    "https://hooks.example.com:443/a?b=c",
    "https://xn--bcher-kva.de/",
  ])("%s is fine", (text) => {
    expect(readOutboundUrl(text).ok).toBe(true);
  });

  test("R17: an alert URL that is a mapped IPv6 address is refused", async () => {
    expect(await post("https://[::ffff:127.0.0.1]/")).toEqual({ ok: false, error: "url_literal_address" });
  });
});

describe("a call", () => {
  test("reaches the address that was looked up, once, and proves the name by TLS", async () => {
    const { policy, calls } = await hook((response) => response.writeHead(204).end());
    let lookUps = 0;
    const counting = {
      ...policy,
      resolve: async () => {
        lookUps++;
        return ["127.0.0.1"];
      },
    };
    expect(await post(HOOK_URL, counting)).toEqual({ ok: true, value: { status: 204 } });
    expect(lookUps).toBe(1);
    expect(calls).toEqual([expect.objectContaining({ method: "POST", path: "/alerts?shop=1", body: "{}" })]);
    expect(calls[0]?.headers).toMatchObject({ host: HOOK_HOST, "x-a": "b", "content-length": "2" });
  });

  test("one address of a name that is not public is enough to refuse it; nothing is sent", async () => {
    const { policy, calls } = await hook((response) => response.end());
    const mixed = { ...policy, mayReach: PUBLIC_ONLY.mayReach, resolve: async () => ["93.184.216.34", "127.0.0.1"] };
    expect(await post(HOOK_URL, mixed)).toEqual({ ok: false, error: "address_refused" });
    expect(await post(HOOK_URL, { ...mixed, resolve: async () => ["::ffff:127.0.0.1"] })).toMatchObject({ ok: false });
    expect(await post(HOOK_URL, { ...mixed, resolve: async () => [] })).toEqual({ ok: false, error: "host_unknown" });
    expect(calls).toEqual([]);
  });

  test("another name than the certificate's, or an authority that nobody trusts, is refused before anything is sent", async () => {
    const { policy, calls } = await hook((response) => response.end());
    expect(await post("https://other.shop-alerts.dev/", policy)).toEqual({ ok: false, error: "tls" });
    const { ca: _, ...untrusting } = policy;
    expect(await post(HOOK_URL, untrusting)).toEqual({ ok: false, error: "tls" });
    expect(calls).toEqual([]);
  });

  test("redirects are not followed", async () => {
    const { policy, calls } = await hook((response) => response.writeHead(307, { location: HOOK_URL }).end());
    expect(await post(HOOK_URL, policy)).toEqual({ ok: true, value: { status: 307 } });
    expect(calls).toHaveLength(1);
  });

  test("an endless answer is cut off, one that hangs is given up; the status that came counts", async () => {
    let written = 0;
    const endless = await hook((response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) written += 16_384;
      };
      response.on("drain", write);
      write();
    });
    expect(await post(HOOK_URL, endless.policy)).toEqual({ ok: true, value: { status: 200 } });
    expect(written).toBeLessThan(16 * 1024 * 1024);
    const silent = await hook(() => {});
    expect(await post(HOOK_URL, { ...silent.policy, timeoutMs: 200 })).toEqual({ ok: false, error: "timeout" });
    const half = await hook((response) => void response.writeHead(200).write("half"));
    expect(await post(HOOK_URL, { ...half.policy, timeoutMs: 300 })).toEqual({ ok: true, value: { status: 200 } });
  });

  test("a name server that hangs is given up within the same time", async () => {
    const { policy } = await hook((response) => response.end());
    const beganMs = Date.now();
    const hanging = { ...policy, resolve: () => new Promise<string[]>(() => {}), timeoutMs: 200 };
    expect(await post(HOOK_URL, hanging)).toEqual({ ok: false, error: "timeout" });
    expect(Date.now() - beganMs).toBeLessThan(1_500);
  });

  test("a closed port is a connection that failed", async () => {
    const { policy, close: shut } = await loopbackHook((response) => response.end());
    shut();
    expect(await post(HOOK_URL, policy)).toEqual({ ok: false, error: "connection" });
  });

  test("what the product itself uses reaches no loopback", async () => {
    expect(await post("https://localhost.direct/", { ...PUBLIC_ONLY, resolve: async () => ["127.0.0.1"] })).toEqual({
      ok: false,
      error: "address_refused",
    });
    expect(PUBLIC_ONLY).toMatchObject({ port: 443, timeoutMs: 5_000, mayReach: isPublicAddress });
    expect(PUBLIC_ONLY).not.toHaveProperty("ca");
  });
});
