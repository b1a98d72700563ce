import { describe, expect, it } from "vitest";
import { readAccount, readAttributes, readLists } from "@/lib/connectors/brevo/account";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import type { ContactPayload } from "@/lib/rules/payload";
import { validateBrevoRequest } from "@/tests/support/brevo-openapi";
import { sharedDir } from "@/tests/support/shared";
import { sendJson, serveWire } from "@/tests/unit/connectors/wire-server";
import { ANN, openAccount, PAYLOAD } from "./connector-brevo-account";
import { connectBrevo } from "./connector-stand-ins";

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
