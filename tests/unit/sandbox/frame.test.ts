import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createSandboxControl, SandboxControlError } from "@/lib/sandbox/client";
import { type FrameOptions, serveStandIns } from "@/lib/sandbox/frame";
import { createShopifyStandIn, type ShopifyStandIn } from "@/lib/sandbox/shopify/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";

const SECRET = "a-secret-of-the-tests";
const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(options: Partial<FrameOptions> = {}) {
  const frame = await serveStandIns<{ shopify: ShopifyStandIn }>(
    { shopify: createShopifyStandIn },
    { apiPort: 0, controlPort: 0, controlSecret: SECRET, ...options },
  );
  let open = true;
  const close = async () => {
    if (open) await frame.close();
    open = false;
  };
  closers.push(close);
  const { shopify } = createSandboxControl({ controlUrl: frame.controlUrl, secret: SECRET });
  const ask = (query: string, signal?: AbortSignal) =>
    fetch(`${frame.apiUrl}/shopify/night-demo.myshopify.com/admin/api/2026-07/graphql.json`, {
      method: "POST",
      headers: { "x-shopify-access-token": DEMO_ACCESS_TOKEN, "content-type": "application/json" },
      body: JSON.stringify({ query }),
      ...(signal ? { signal } : {}),
    });
  return { ...frame, close, control: shopify, ask };
}

function tempDir(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-frame-"));
  closers.push(() => fs.rmSync(dir, { recursive: true }));
  return dir;
}

const NAME = "query Name { shop { name } }";

describe("the frame's ports", () => {
  it("answers the API without the control secret, and the control port only with it", async () => {
    const { ask, controlUrl } = await open();
    expect(await (await ask(NAME)).json()).toMatchObject({ data: { shop: { name: "Night Demo" } } });
    for (const secret of [undefined, "Bearer wrong", `Bearer ${SECRET}x`]) {
      const response = await fetch(`${controlUrl}/shopify/truth`, secret ? { headers: { authorization: secret } } : {});
      expect(response.status).toBe(401);
    }
  });

  it("does not serve control calls on the API port, nor unknown stand-ins", async () => {
    const { apiUrl } = await open();
    const authorization = `Bearer ${SECRET}`;
    expect((await fetch(`${apiUrl}/shopify/truth`, { headers: { authorization } })).status).toBe(404);
    expect((await fetch(`${apiUrl}/elsewhere/`)).status).toBe(404);
  });

  it("keeps a journal that can be read from where one left off", async () => {
    const { ask, control } = await open();
    await ask(NAME);
    const { lastSeq, entries } = await control.journal();
    expect(entries).toMatchObject([{ seq: 1, call: "Name", status: 200, answered: true, fault: null }]);
    await ask(NAME);
    expect((await control.journal(lastSeq)).entries).toMatchObject([{ seq: 2 }]);
  });

  it("schedules, lists and cancels faults, and refuses those it does not know", async () => {
    const { ask, control } = await open();
    const fault = await control.schedule({ fault: "frozen-402", times: "forever" });
    expect(await control.faults()).toEqual([fault]);
    expect((await ask(NAME)).status).toBe(402);
    expect(await control.cancelFaults(fault.id)).toBe(1);
    expect((await ask(NAME)).status).toBe(200);
    await expect(control.schedule({ fault: "no-such" })).rejects.toThrow(SandboxControlError);
    expect((await control.knownFaults()).map((known) => known.fault)).toContain("frozen-402");
  });

  it("resets to an empty shop without journal and faults", async () => {
    const { ask, control } = await open();
    await control.createCustomer({ firstName: "Ann" });
    await control.schedule({ fault: "frozen-402" });
    await ask(NAME);
    await control.reset();
    expect(await control.truth()).toEqual({ customers: [], deletedIds: [] });
    expect(await control.faults()).toEqual([]);
    expect((await control.journal()).entries).toEqual([]);
    expect((await ask(NAME)).status).toBe(200);
  });
});

describe("what the frame does with the socket", () => {
  it("hang: sends nothing until the caller gives up", async () => {
    const { ask, control } = await open();
    await control.schedule({ fault: "hang" });
    await expect(ask(NAME, AbortSignal.timeout(150))).rejects.toMatchObject({ name: "TimeoutError" });
    expect((await control.journal()).entries).toMatchObject([{ fault: "hang", answered: false }]);
  });

  it("reset: the connection dies without an answer", async () => {
    const { ask, control } = await open();
    await control.schedule({ fault: "reset" });
    await expect(ask(NAME)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  it("truncate: headers and half a body arrive", async () => {
    const { ask, control } = await open();
    await control.schedule({ fault: "cut-json" });
    const response = await ask(NAME);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  });

  it("slow: the right answer comes late", async () => {
    const { ask, control } = await open();
    await control.schedule({ fault: "slow", delayMs: 120 });
    const begin = performance.now();
    expect((await ask(NAME)).status).toBe(200);
    expect(performance.now() - begin).toBeGreaterThan(110);
  });
});

describe("the frame's disk", () => {
  it("has every change on disk before the answer, and plays it back", async () => {
    const dataDir = tempDir();
    const first = await open({ dataDir });
    const created = await first.control.createCustomer({ firstName: "Ann" });
    await first.ask(NAME);
    const file = fs.readFileSync(path.join(dataDir, "shopify.jsonl"), "utf8");
    expect(file.trimEnd().split("\n").at(-1)).toContain(created.id);
    await first.close();
    const second = await open({ dataDir });
    expect((await second.control.truth()).customers).toEqual([created]);
    expect((await second.control.journal()).entries).toMatchObject([{ seq: 1, call: "Name" }]);
    await second.ask(NAME);
    expect((await second.control.journal(1)).entries).toMatchObject([{ seq: 2 }]);
  });

  it("drops a torn last line, and appends behind it cleanly", async () => {
    const dataDir = tempDir();
    const first = await open({ dataDir });
    const ann = await first.control.createCustomer({ firstName: "Ann" });
    await first.close();
    fs.appendFileSync(
      path.join(dataDir, "shopify.jsonl"),
      Buffer.from('{"kind":"put","customer":{"firstName":"Zoë').subarray(0, -1),
    );
    const second = await open({ dataDir });
    const bob = await second.control.createCustomer({ firstName: "Bob" });
    await second.close();
    const third = await open({ dataDir });
    expect((await third.control.truth()).customers).toEqual([ann, bob]);
  });

  it("compacts at start: many edits of one record become one line", async () => {
    const dataDir = tempDir();
    const first = await open({ dataDir });
    const { id } = await first.control.createCustomer({});
    for (let edit = 0; edit < 50; edit += 1) await first.control.editCustomer(id, { firstName: `Edit ${edit}` });
    await first.close();
    const lines = () => fs.readFileSync(path.join(dataDir, "shopify.jsonl"), "utf8").split("\n").length;
    expect(lines()).toBeGreaterThan(50);
    const second = await open({ dataDir });
    expect(lines()).toBeLessThan(8);
    expect((await second.control.getCustomer(id)).firstName).toBe("Edit 49");
  });

  it("refuses to guess at a damaged line in the middle", async () => {
    const dataDir = tempDir();
    fs.writeFileSync(path.join(dataDir, "shopify.jsonl"), 'no json\n{"kind":"reset"}\n');
    await expect(open({ dataDir })).rejects.toThrow("shopify.jsonl line 1");
  });
});
