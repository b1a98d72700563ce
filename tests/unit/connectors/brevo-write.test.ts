import type http from "node:http";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createBrevoClient } from "@/lib/connectors/brevo/client";
import type { CreateContact, UpdateContact } from "@/lib/connectors/brevo/contact-request";
import { createBrevoDestination } from "@/lib/connectors/brevo/destination";
import type { ContactPayload } from "@/lib/rules/payload";
import { closedPort, type SeenRequest, sendJson, serveWire, stillClock } from "./wire-server";

const PAYLOAD: ContactPayload = { attributes: { FIRSTNAME: "Ann" }, listIds: [9], unlinkListIds: [] };
const WITH_PHONE: ContactPayload = { ...PAYLOAD, attributes: { FIRSTNAME: "Ann", SMS: "+491701234567" } };
const ADDRESS = { by: "address", address: "Ann@Example.com" } as const;
const BY_ID = { by: "id", id: "42" } as const;
const CONTACT = { id: 42, emailBlacklisted: false, listIds: [9], attributes: { FIRSTNAME: "Ann" } };
const NOT_FOUND = { code: "document_not_found", message: "x" };

type Answerer = (request: SeenRequest, response: http.ServerResponse, index: number) => void;

function connect(url: string, more: { apiKey?: string; timeoutMs?: number } = {}) {
  const clock = stillClock();
  const client = createBrevoClient({ baseUrl: `${url}/v3`, apiKey: "key-1", clock, allowLoopback: true, ...more });
  return createBrevoDestination({ client, clock, attributes: [] });
}

async function serve(answer: Answerer, more: { timeoutMs?: number } = {}) {
  const server = await serveWire(answer);
  const destination = connect(server.url, more);
  const write = (target: typeof ADDRESS | typeof BY_ID, payload = PAYLOAD) =>
    destination.write({ target, payload, deliveryKey: "k" });
  const calls = () => server.requests.map(({ method, url }) => `${method} ${url}`);
  return { server, destination, write, calls };
}

/** Answers the n-th request with the n-th status and body. */
const script =
  (...answers: [number, unknown?, Record<string, string>?][]): Answerer =>
  (_, response, index) => {
    const [status, body = "", headers = {}] = answers[index] ?? [500, "unexpected request"];
    if (status === 204) response.writeHead(204, headers).end();
    else sendJson(response, status, body, headers);
  };

describe("the first write goes by address", () => {
  it("201 brings the id; the address is lower-case, the key in its header", async () => {
    const { server, write } = await serve(script([201, { id: 21 }]));
    expect(await write(ADDRESS)).toEqual({ kind: "applied", destinationId: "21", created: true, notes: [], calls: 1 });
    expect(server.bodies()).toEqual([
      { email: "ann@example.com", updateEnabled: true, attributes: { FIRSTNAME: "Ann" }, listIds: [9] },
    ]);
    expect(server.requests[0]?.headers["api-key"]).toBe("key-1");
  });

  it("brevo-1 an existing address is updated: 204, whose id is looked up", async () => {
    const { write, calls } = await serve(script([204], [200, CONTACT]));
    expect(await write(ADDRESS)).toEqual({ kind: "applied", destinationId: "42", created: false, notes: [], calls: 2 });
    expect(calls()).toEqual(["POST /v3/contacts", "GET /v3/contacts/ann%40example.com?identifierType=email_id"]);
  });

  it("a write stands even if its id is not found", async () => {
    for (const answer of [
      [404, NOT_FOUND],
      [429, {}],
      [200, "<html>"],
    ] as [number, unknown][]) {
      const { write } = await serve(script([204], answer));
      expect(await write(ADDRESS)).toMatchObject({ kind: "applied", destinationId: null, created: false });
    }
  });

  it("brevo-17 addresses are percent-encoded in a path", async () => {
    const { destination, calls } = await serve(script([404, NOT_FOUND], [404, NOT_FOUND]));
    for (const address of ["a+b@example.com", "Zażółć@example.com"])
      expect(await destination.lookUp({ target: { by: "address", address }, payload: PAYLOAD })).toEqual({
        kind: "absent",
      });
    expect(calls()).toEqual([
      "GET /v3/contacts/a%2Bb%40example.com?identifierType=email_id",
      "GET /v3/contacts/za%C5%BC%C3%B3%C5%82%C4%87%40example.com?identifierType=email_id",
    ]);
  });
});

describe("later writes go by Brevo's id", () => {
  it("PUT with the id, said to be one, and no address anywhere", async () => {
    const { server, write, calls } = await serve(script([204]));
    expect(await write(BY_ID)).toEqual({ kind: "applied", destinationId: "42", created: false, notes: [], calls: 1 });
    expect(calls()).toEqual(["PUT /v3/contacts/42?identifierType=contact_id"]);
    expect(server.requests[0]?.body).not.toMatch(/@|email/i);
  });

  it("404 and the contact cannot be read: erased", async () => {
    const { write } = await serve(script([404, NOT_FOUND], [404, NOT_FOUND]));
    expect(await write(BY_ID)).toEqual({ kind: "erased" });
  });

  it("404 although the contact is there: it is a list that is gone, and nobody is marked as erased", async () => {
    const { write } = await serve(script([404, NOT_FOUND], [200, CONTACT]));
    expect(await write(BY_ID)).toMatchObject({ kind: "stop", failure: { code: "destination.list_missing" } });
  });

  it("404 and no way to look: not erased, tried again", async () => {
    const { write } = await serve(script([404, NOT_FOUND], [503, ""]));
    expect(await write(BY_ID)).toMatchObject({ kind: "transient", failure: { code: "destination.unavailable" } });
  });
});

describe("the phone must not cost the contact", () => {
  const clash = (...names: string[]) => ({ code: "x", message: "x", metadata: { duplicate_identifiers: names } });

  it("a clash is sent once more without it, and said", async () => {
    const { server, write } = await serve(script([400, clash("SMS")], [201, { id: 5 }]));
    expect(await write(ADDRESS, WITH_PHONE)).toMatchObject({
      kind: "applied",
      notes: ["SMS:phone_withheld"],
      calls: 2,
    });
    expect(server.bodies()[1]).toMatchObject({ attributes: { FIRSTNAME: "Ann" } });
    expect(server.requests[1]?.body).not.toContain("SMS");
  });

  it("a refusal that does not say why is tried once without it too, by id as well", async () => {
    const { write } = await serve(script([400, { code: "invalid_parameter" }], [204]));
    expect(await write(BY_ID, WITH_PHONE)).toMatchObject({ kind: "applied", notes: ["SMS:phone_withheld"] });
  });

  it("brevo-24 a clash of addresses is a visible outcome, not sent again", async () => {
    const { server, write } = await serve(script([400, clash("email", "SMS")]));
    expect(await write(ADDRESS, WITH_PHONE)).toEqual({ kind: "permanent", code: "duplicate_parameter" });
    expect(server.requests).toHaveLength(1);
  });

  it("once, not for ever", async () => {
    const { server, write } = await serve((_, response) => sendJson(response, 400, clash("SMS")));
    expect(await write(BY_ID, WITH_PHONE)).toEqual({ kind: "permanent", code: "duplicate_parameter" });
    expect(server.requests).toHaveLength(2);
  });
});

describe("taking people off lists", () => {
  const WITHDRAWAL: ContactPayload = { attributes: {}, listIds: [], unlinkListIds: [9], emailBlacklisted: true };

  it("by address: found, then by id", async () => {
    const { server, write, calls } = await serve(script([200, CONTACT], [204]));
    expect(await write(ADDRESS, WITHDRAWAL)).toMatchObject({ kind: "applied", destinationId: "42", calls: 2 });
    expect(calls()[1]).toBe("PUT /v3/contacts/42?identifierType=contact_id");
    expect(JSON.parse(server.requests[1]?.body ?? "")).toEqual({
      attributes: {},
      unlinkListIds: [9],
      emailBlacklisted: true,
    });
  });

  it("nobody there: no contact is made only to be blocked", async () => {
    const { server, write } = await serve(script([404, NOT_FOUND]));
    expect(await write(ADDRESS, WITHDRAWAL)).toMatchObject({
      kind: "applied",
      destinationId: null,
      notes: ["contact_absent"],
    });
    expect(server.requests.map(({ method }) => method)).toEqual(["GET"]);
  });

  it("nobody there, but other lists to join: created on those", async () => {
    const { write, calls } = await serve(script([404, NOT_FOUND], [201, { id: 8 }]));
    const answer = await write(ADDRESS, { ...PAYLOAD, unlinkListIds: [10] });
    expect(answer).toMatchObject({ kind: "applied", destinationId: "8", created: true });
    expect(calls()[1]).toBe("POST /v3/contacts");
  });

  it("no look, no write", async () => {
    const { server, write } = await serve(script([401, { code: "unauthorized", message: "Key not found" }]));
    expect(await write(ADDRESS, WITHDRAWAL)).toMatchObject({
      kind: "stop",
      failure: { code: "destination.credential" },
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe("what a request of ours cannot carry", () => {
  it.each([
    ["brevo-11 EMAIL inside attributes", { ...PAYLOAD, attributes: { EMAIL: "a@example.com" } }, "email_attribute"],
    ["brevo-11 email in any case", { ...PAYLOAD, attributes: { Email: "a@example.com" } }, "email_attribute"],
    ["brevo-12 list ids as text", { ...PAYLOAD, listIds: ["9"] as unknown as number[] }, "list_ids"],
    ["brevo-14 half a list", { ...PAYLOAD, listIds: [1.5] }, "list_ids"],
    ["names that are not capitals", { ...PAYLOAD, attributes: { firstname: "Ann" } }, "attribute_name"],
  ])("%s: refused here, nothing is sent", async (_, payload, detail) => {
    const { server, write } = await serve(script([204]));
    expect(await write(BY_ID, payload)).toMatchObject({
      kind: "stop",
      failure: { code: "destination.request_refused", detail },
    });
    expect(server.requests).toHaveLength(0);
  });

  it("brevo-25 lifting an opt-out is not in the types", () => {
    expectTypeOf<CreateContact["emailBlacklisted"]>().toEqualTypeOf<true | undefined>();
    expectTypeOf<UpdateContact["emailBlacklisted"]>().toEqualTypeOf<true | undefined>();
    expectTypeOf<CreateContact>().not.toHaveProperty("smsBlacklisted");
    expectTypeOf<CreateContact>().not.toHaveProperty("forceMerge");
    expectTypeOf<UpdateContact>().not.toHaveProperty("ext_id");
    expectTypeOf<CreateContact["attributes"]["EMAIL"]>().toEqualTypeOf<undefined>();
  });
});

describe("a missing list is told from a bad record", () => {
  const lists = (ids: number[]) => ({ count: ids.length, lists: ids.map((id) => ({ id, name: `list ${id}` })) });
  const refuseWrites =
    (ids: number[]): Answerer =>
    (request, response) =>
      request.method === "GET"
        ? sendJson(response, 200, lists(ids))
        : sendJson(response, 400, { code: "invalid_parameter" });

  it("the list is gone: stop", async () => {
    const { write } = await serve(refuseWrites([3, 4]));
    expect(await write(ADDRESS)).toMatchObject({ kind: "stop", failure: { code: "destination.list_missing" } });
  });

  it("the list is there: the record's own fault; the lists are read once for many", async () => {
    const { write, calls } = await serve(refuseWrites([9]));
    expect(await write(ADDRESS)).toEqual({ kind: "permanent", code: "invalid_parameter" });
    expect(await write(BY_ID)).toEqual({ kind: "permanent", code: "invalid_parameter" });
    expect(calls().filter((call) => call.startsWith("GET"))).toHaveLength(1);
  });
});

describe("an answer that was lost leaves a doubt, one that cannot have been asked for does not", () => {
  it.each<[string, Answerer, string]>([
    ["hang", () => {}, "timeout"],
    ["reset", (request) => request.socket.resetAndDestroy(), "reset"],
    ["500", (_, response) => sendJson(response, 500, { message: "x" }), "http_500"],
    ["html on 200", (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"), "odd_200"],
    [
      "truncated",
      (_, response) => {
        response.writeHead(201, { "content-type": "application/json", "content-length": "12" });
        response.write('{"id":', () => response.socket?.destroy());
      },
      "truncated",
    ],
  ])("%s", async (_, answer, code) => {
    const { server, write } = await serve(answer, { timeoutMs: 200 });
    expect(await write(ADDRESS)).toEqual({ kind: "doubt", code });
    expect(server.requests).toHaveLength(1);
  });

  it("nobody listens: transient", async () => {
    const destination = connect(`http://127.0.0.1:${await closedPort()}`);
    const answer = await destination.write({ target: ADDRESS, payload: PAYLOAD, deliveryKey: "k" });
    expect(answer).toMatchObject({
      kind: "transient",
      failure: { code: "destination.unavailable", detail: "refused" },
    });
  });

  it("429 says when: the seconds left, from now", async () => {
    const { write } = await serve(script([429, "", { "x-sib-ratelimit-reset": "7" }]));
    const answer = await write(ADDRESS);
    expect(answer).toMatchObject({
      kind: "transient",
      failure: { code: "destination.throttled", notBeforeMs: stillClock().nowMs() + 7_000 },
    });
  });

  it("a key with a line break is a bad key, not a crash", async () => {
    const destination = connect("http://127.0.0.1:9", { apiKey: "key\nwith a break" });
    const answer = await destination.write({ target: ADDRESS, payload: PAYLOAD, deliveryKey: "k" });
    expect(answer).toMatchObject({ kind: "stop", failure: { code: "destination.credential", detail: "malformed" } });
  });

  it("no outcome carries address, key or Brevo's words", async () => {
    const body = { code: "ann@example.com", message: "ann@example.com is odd" };
    for (const status of [400, 401, 403, 404, 409, 422, 425, 429, 500]) {
      const { write } = await serve((_, response) => sendJson(response, status, body));
      expect(JSON.stringify(await write(ADDRESS))).not.toMatch(/ann|odd|key-1/);
    }
  });
});
