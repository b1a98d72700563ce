import { describe, expect, it } from "vitest";
import { findAttributeFaults, readAccount, readAttributes, readLists } from "@/lib/connectors/brevo/account";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import type { ContactPayload } from "@/lib/rules/payload";
import type { Attribute } from "@/lib/rules/schema";
import type { SeedData } from "@/lib/sandbox/brevo/seed";
import { validateBrevoRequest } from "@/tests/support/brevo-openapi";
import { sharedDir } from "@/tests/support/shared";
import { sendJson, serveWire } from "@/tests/unit/connectors/wire-server";
import { connectBrevo, openSandbox } from "./connector-stand-ins";

const text = (name: string) => ({ name, category: "normal", type: "text" }) as const;
const SEED: SeedData = {
  lists: Array.from({ length: 60 }, (_, index) => ({ id: index + 1, name: `List ${index + 1}`, folderId: 1 })),
  attributes: [
    text("FIRSTNAME"),
    text("SMS"),
    { name: "IS_VIP", category: "normal", type: "boolean" },
    { name: "DOB", category: "normal", type: "date" },
    { name: "SPENT", category: "normal", type: "float" },
    {
      name: "GENDER",
      category: "category",
      type: "text",
      enumeration: [{ value: 0, valueStr: "w", label: "Women" }],
    },
  ],
};
const PAYLOAD: ContactPayload = { attributes: { FIRSTNAME: "Ann" }, listIds: [9], unlinkListIds: [] };
const ANN = { by: "address", address: "Ann@Example.com" } as const;

async function openAccount(more: Parameters<typeof connectBrevo>[1] = {}) {
  const opened = await openSandbox();
  opened.sandbox.brevo.seed(SEED);
  const connected = connectBrevo(opened.sandbox, more);
  const write = (target: { by: "address"; address: string } | { by: "id"; id: string }, payload = PAYLOAD) =>
    connected.destination.write({ target, payload, deliveryKey: "k" });
  const lookUp = (payload = PAYLOAD, target: Parameters<typeof write>[0] = ANN) =>
    connected.destination.lookUp({ target, payload });
  return { ...opened, ...connected, ...opened.sandbox, write, lookUp };
}

describe("the destination against the stand-in account", () => {
  it("brevo-1 twice the same address is one contact, and the second answer finds its id", async () => {
    const { write, brevo } = await openAccount();
    const first = await write(ANN);
    const second = await write(ANN);
    expect(first).toMatchObject({ kind: "applied", created: true });
    expect(second).toEqual({ ...first, created: false, calls: 2 });
    expect(brevo.allContacts()).toHaveLength(1);
    expect(brevo.findContact("ann@example.com")).toMatchObject({ listIds: [9], attributes: { FIRSTNAME: "Ann" } });
  });

  it("brevo-2 an unknown address is absent, which is the path to creating it", async () => {
    const { write, lookUp } = await openAccount();
    expect(await lookUp()).toEqual({ kind: "absent" });
    expect(await write(ANN)).toMatchObject({ kind: "applied", created: true });
    expect(await lookUp()).toMatchObject({ kind: "found", matches: true, blocklisted: false });
  });

  it.each(["duplicate_parameter", "invalid_parameter"])(
    "brevo-3 a phone clash under the code %s: the rest is written",
    async (duplicateCode) => {
      const { write, control, brevo } = await openAccount();
      await control("/brevo/semantics", "POST", { duplicateCode });
      brevo.seed({ contacts: [{ email: "owner@example.com", attributes: { SMS: "491701234567" } }] });
      const answer = await write(ANN, { ...PAYLOAD, attributes: { FIRSTNAME: "Ann", SMS: "+491701234567" } });
      expect(answer).toMatchObject({ kind: "applied", created: true, notes: ["SMS:phone_withheld"], calls: 2 });
      expect(brevo.findContact("ann@example.com")?.attributes).toEqual({ FIRSTNAME: "Ann" });
    },
  );

  it("brevo-7 a boolean sent as text is ignored on a 204: the read-back says so", async () => {
    const { write, lookUp } = await openAccount();
    const wrong = { ...PAYLOAD, attributes: { IS_VIP: "true" } };
    expect(await write(ANN, wrong)).toMatchObject({ kind: "applied" });
    expect(await lookUp(wrong)).toMatchObject({ kind: "found", matches: false });
    const right = { ...PAYLOAD, attributes: { IS_VIP: true } };
    await write(ANN, right);
    expect(await lookUp(right)).toMatchObject({ matches: true });
  });

  it("brevo-9 a name that the account lacks is dropped on success: refused when the rule is made, flagged when read back", async () => {
    const { write, lookUp, client, clock } = await openAccount();
    const account = await readAttributes({ client, clock });
    const wanted: Attribute[] = [{ name: "NOT_DEFINED", type: "text", options: [] }];
    expect(account.ok && findAttributeFaults(wanted, account.value.attributes)).toEqual([
      { name: "NOT_DEFINED", why: "absent" },
    ]);
    const payload = { ...PAYLOAD, attributes: { NOT_DEFINED: "x" } };
    expect(await write(ANN, payload)).toMatchObject({ kind: "applied" });
    expect(await lookUp(payload)).toMatchObject({ matches: false });
  });

  it("brevo-12 ISO dates and whole list ids are stored; a month-first date is not, and is flagged", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const payload = { ...PAYLOAD, attributes: { DOB: "1990-02-28", SPENT: 12.5, GENDER: "w" } };
    await write(ANN, payload);
    expect(await lookUp(payload)).toMatchObject({ matches: true });
    expect(brevo.findContact("ann@example.com")?.listIds).toEqual([9]);
    const bad = { ...PAYLOAD, attributes: { DOB: "02-30-1990" } };
    await write(ANN, bad);
    expect(await lookUp(bad)).toMatchObject({ matches: false });
  });

  it("brevo-17 odd but valid addresses are found again", async () => {
    const { write, lookUp } = await openAccount();
    for (const address of ["a+b@example.com", "zażółć@example.com", "o'neil/x%y@example.com"]) {
      expect(await write({ by: "address", address })).toMatchObject({ kind: "applied", created: true });
      expect(await lookUp(PAYLOAD, { by: "address", address })).toMatchObject({ kind: "found", matches: true });
    }
  });

  it("brevo-24 an existing contact joins the new list", async () => {
    const { write, brevo } = await openAccount();
    brevo.seed({ contacts: [{ email: "ann@example.com", listIds: [3] }] });
    expect(await write(ANN, { ...PAYLOAD, listIds: [7] })).toMatchObject({ kind: "applied", created: false });
    expect(brevo.findContact("ann@example.com")?.listIds).toEqual([3, 7]);
  });

  it("brevo-25 an opt-out made in Brevo survives every write of ours", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const first = await write(ANN);
    brevo.actAsMerchant("ann@example.com", { action: "opt-out" });
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    await write({ by: "id", id }, { ...PAYLOAD, attributes: { FIRSTNAME: "Anna" } });
    await write(ANN);
    expect(await lookUp()).toMatchObject({ kind: "found", blocklisted: true });
    expect(brevo.counters()).toMatchObject({ tripwire: 0, forceMergeSeen: 0, addressChanges: 0 });
  });

  it("a withdrawal takes off the list and blocks, by address and by id", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const withdrawal: ContactPayload = { attributes: {}, listIds: [], unlinkListIds: [9], emailBlacklisted: true };
    await write(ANN);
    expect(await write(ANN, withdrawal)).toMatchObject({ kind: "applied", calls: 2 });
    expect(brevo.findContact("ann@example.com")).toMatchObject({ listIds: [], emailBlacklisted: true });
    expect(await lookUp(withdrawal)).toMatchObject({ matches: true, blocklisted: true });
    const nobody = await write({ by: "address", address: "nobody@example.com" }, withdrawal);
    expect(nobody).toMatchObject({ kind: "applied", destinationId: null });
    expect(brevo.allContacts()).toHaveLength(1);
  });

  it("a contact that the merchant deleted is erased, and stays so", async () => {
    const { write, brevo } = await openAccount();
    const first = await write(ANN);
    brevo.actAsMerchant("ann@example.com", { action: "delete" });
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    expect(await write({ by: "id", id })).toEqual({ kind: "erased" });
    expect(brevo.allContacts()).toEqual([]);
  });

  it.each([400, 404] as const)("a list that does not exist, told with %i, stops the run", async (unknownList) => {
    const { write, control } = await openAccount();
    const first = await write(ANN);
    await control("/brevo/semantics", "POST", { unknownList });
    const payload = { ...PAYLOAD, listIds: [999] };
    const stop = { kind: "stop", failure: { code: "destination.list_missing" } };
    expect(await write({ by: "address", address: "new@example.com" }, payload)).toMatchObject(stop);
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    expect(await write({ by: "id", id }, payload)).toMatchObject(stop);
  });
});

describe("every fault of the account has its meaning", () => {
  it.each([
    ["401-key", "stop", "destination.credential"],
    ["401-ip", "stop", "destination.ip_refused"],
    ["402", "stop", "destination.quota"],
    ["403", "stop", "destination.forbidden"],
    ["404-list", "stop", "destination.list_missing"],
    ["425", "transient", "destination.unavailable"],
    ["429", "transient", "destination.throttled"],
    ["429-nobody", "transient", "destination.throttled"],
  ])("%s: %s, nothing was written", async (fault, kind, code) => {
    const { write, breakBrevo, brevo } = await openAccount();
    await breakBrevo({ fault });
    const answer = await write(ANN);
    expect(answer).toMatchObject({ kind, failure: { code } });
    if (code === "destination.throttled")
      expect(answer).toMatchObject({ failure: { notBeforeMs: expect.any(Number) } });
    expect(brevo.allContacts()).toEqual([]);
  });

  it.each([
    ["500-before-commit", "http_500", false],
    ["500-after-commit", "http_500", true],
    ["commit-then-hang", "timeout", true],
    ["commit-then-reset", "reset", true],
    ["reset-before-commit", "reset", false],
    ["200-html", "odd_200", false],
    ["truncated-json", "truncated", true],
    ["slow", "timeout", true],
  ])("%s: in doubt, and a look tells whether it landed", async (fault, code, landed) => {
    const { write, lookUp, breakBrevo } = await openAccount({ timeoutMs: 300 });
    await breakBrevo({ fault });
    expect(await write(ANN)).toEqual({ kind: "doubt", code });
    expect(await lookUp()).toMatchObject(landed ? { kind: "found", matches: true } : { kind: "absent" });
  });

  it("late-commit: absent now, there later", async () => {
    const { write, lookUp, breakBrevo } = await openAccount();
    await breakBrevo({ fault: "late-commit", delayMs: 150 });
    expect(await write(ANN)).toMatchObject({ kind: "doubt" });
    expect(await lookUp()).toEqual({ kind: "absent" });
    await expect.poll(() => lookUp()).toMatchObject({ kind: "found", matches: true });
  });

  it("400-dup-email: permanent, by its code", async () => {
    const { write, breakBrevo } = await openAccount();
    await breakBrevo({ fault: "400-dup-email" });
    expect(await write(ANN)).toEqual({ kind: "permanent", code: "duplicate_parameter" });
  });

  it("key-expired-mid-run: refused from then on, and good again once mended", async () => {
    const { write, breakBrevo, control } = await openAccount();
    await write(ANN);
    await breakBrevo({ fault: "key-expired-mid-run" });
    for (let again = 0; again < 2; again += 1)
      expect(await write(ANN)).toMatchObject({ kind: "stop", failure: { code: "destination.credential" } });
    await control("/brevo/key", "POST", { action: "mend" });
    expect(await write(ANN)).toMatchObject({ kind: "applied" });
  });

  it("a look-up that fails says why and decides nothing", async () => {
    const { lookUp, breakBrevo } = await openAccount({ timeoutMs: 300 });
    for (const [fault, code] of [
      ["401-key", "destination.credential"],
      ["500-before-commit", "destination.unavailable"],
      ["200-html", "destination.unavailable"],
      ["429", "destination.throttled"],
    ] as const) {
      await breakBrevo({ fault });
      expect(await lookUp()).toMatchObject({ kind: "failed", failure: { code } });
    }
  });
});

describe("what the account says of itself", () => {
  it("identity, plan and rates; all lists; the attributes a rule can write", async () => {
    const { client, clock, control } = await openAccount();
    await control("/brevo/plan", "POST", { plan: "professional" });
    expect(await readAccount({ client, clock })).toMatchObject({
      ok: true,
      value: { identity: "6650f3c2a1b4d8e9f0123456", planName: "Professional", rates: { contactsPerSecond: 20 } },
    });
    const lists = await readLists({ client, clock });
    expect(lists.ok && lists.value.lists).toHaveLength(60);
    const attributes = await readAttributes({ client, clock });
    expect(attributes.ok && attributes.value.attributes).toContainEqual({
      name: "GENDER",
      type: "category",
      options: [{ key: "w", label: "Women" }],
    });
  });

  it("the probe costs one of the 100 calls an hour", async () => {
    const { client, clock, brevo } = await openAccount();
    expect(await probeBrevo({ client, clock })).toMatchObject({ ok: true, value: { companyName: "Harbour & Pine" } });
    const { byCall } = brevo.counters();
    const outsideContacts = Object.entries(byCall).filter(([call]) => !call.includes("/contacts"));
    expect(outsideContacts).toEqual([["GET /v3/account", 1]]);
  });

  it("tells a refused address from a bad key", async () => {
    const { client, clock, control } = await openAccount();
    await control("/brevo/key", "POST", { action: "ip-refuse" });
    expect(await probeBrevo({ client, clock })).toMatchObject({ ok: false, error: { code: "destination.ip_refused" } });
    await control("/brevo/key", "POST", { action: "mend" });
    await control("/brevo/key", "POST", { action: "revoke" });
    expect(await probeBrevo({ client, clock })).toMatchObject({ ok: false, error: { code: "destination.credential" } });
  });
});

describe.runIf(sharedDir)("every request that we send is in Brevo's definition", () => {
  it("writes, repairs, look-ups and reads of the account", async () => {
    const contact = { id: 42, emailBlacklisted: false, listIds: [9], attributes: {} };
    const server = await serveWire((request, response, index) => {
      if (request.method === "GET" && request.url.includes("lists")) return sendJson(response, 200, { count: 0 });
      if (request.method === "GET") return sendJson(response, 200, contact);
      return index % 2
        ? response.writeHead(204).end()
        : sendJson(response, 400, { code: "invalid_parameter", message: "x" });
    });
    const { client, clock, destination } = connectBrevo({ apiUrl: server.url } as Parameters<typeof connectBrevo>[0]);
    const full: ContactPayload = {
      attributes: { FIRSTNAME: "Ann", SPENT: 1.5, IS_VIP: false, COUNTRY: ["SE", "NO"], SMS: "+491701234567" },
      listIds: [9],
      unlinkListIds: [],
    };
    const withdrawal: ContactPayload = { attributes: {}, listIds: [], unlinkListIds: [9], emailBlacklisted: true };
    for (const payload of [full, PAYLOAD, withdrawal])
      for (const target of [ANN, { by: "id", id: "42" } as const]) {
        await destination.write({ target, payload, deliveryKey: "k" });
        await destination.lookUp({ target, payload });
      }
    await probeBrevo({ client, clock });
    await client.getAttributes();
    await client.getLists({ limit: 50, offset: 50 });

    const problems = server.requests.flatMap(({ method, url, body }) =>
      validateBrevoRequest(method, url.replace("/brevo", ""), body === "" ? undefined : JSON.parse(body)),
    );
    expect(problems).toEqual([]);
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(["GET", "POST", "PUT"]));
    expect(server.requests.length).toBeGreaterThan(15);
    for (const { body } of server.requests) expect(body).not.toMatch(/Blacklisted":false|EMAIL|forceMerge|ext_id/);
  });

  it("the check itself bites", () => {
    expect(validateBrevoRequest("POST", "/v3/contacts", { email: "a@example.com", listIds: ["9"] })).not.toEqual([]);
  });
});
