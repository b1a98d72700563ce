import { describe, expect, expectTypeOf, it } from "vitest";
import { findAttributeFaults, readAccount, readAttributes, readLists } from "@/lib/connectors/brevo/account";
import { createBrevoClient } from "@/lib/connectors/brevo/client";
import type { paths } from "@/lib/connectors/brevo/openapi";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import { ratesOf, tierOf } from "@/lib/connectors/brevo/rates";
import { sendJson, serveWire, stillClock } from "./wire-server";

type Answers = Record<string, [number, unknown]>;

/** Answers by path; `/v3/contacts/lists` may page through what `lists` gives. */
async function serve(answers: Answers) {
  const clock = stillClock();
  const server = await serveWire((request, response) => {
    const [path = ""] = request.url.split("?");
    const [status, body] = answers[request.url] ?? answers[path] ?? [500, {}];
    sendJson(response, status, body);
  });
  return {
    server,
    ends: {
      clock,
      client: createBrevoClient({ baseUrl: `${server.url}/v3`, apiKey: "k", clock, allowLoopback: true }),
    },
  };
}

const ACCOUNT = {
  organization_id: "5fa2b8c1",
  companyName: "Acme",
  enterprise: false,
  email: "someone@example.com",
  planVerticals: [
    { planCategory: "Chat", planType: "free", name: "Free", status: "active" },
    { planCategory: "Marketing", planType: "subscription", name: "Professional", status: "active" },
  ],
};
const ATTRIBUTES = {
  attributes: [
    { name: "SPENT", category: "normal", type: "float" },
    { name: "FIRSTNAME", category: "normal", type: "text" },
    {
      name: "GENDER",
      category: "category",
      type: "text",
      enumeration: [
        { label: "Men", value: 1 },
        { label: "Other", value: 0, valueStr: "x-2" },
      ],
    },
    { name: "COUNTRY", category: "normal", type: "multiple-choice", multiCategoryOptions: ["USA", "India"] },
    { name: "EMAIL", category: "normal", type: "text" },
    { name: "OWNER", category: "normal", type: "user" },
    { name: "ORDER_ID", category: "transactional", type: "id" },
    { name: "TOTAL", category: "calculated", calculatedValue: "SUM[…]" },
    { name: "CLICKS", category: "global", calculatedValue: "…" },
    { name: "odd name", category: "normal", type: "text" },
  ],
};

describe("the account", () => {
  it("identity, plan and rates, with the time it was read; nobody's name or address", async () => {
    const { ends } = await serve({ "/v3/account": [200, ACCOUNT] });
    expect(await readAccount(ends)).toEqual({
      ok: true,
      value: {
        identity: "5fa2b8c1",
        companyName: "Acme",
        planName: "Professional",
        rateTier: "advanced",
        rates: { contactsPerSecond: 20, ordersPerSecond: 5, othersPerHour: 200 },
        readAtMs: ends.clock.nowMs(),
      },
    });
  });

  it("a plan that we do not know gets the general rates", () => {
    expect(tierOf({ enterprise: false, planVerticals: [] })).toBe("general");
    expect(tierOf({ enterprise: true, planVerticals: [] })).toBe("advanced");
    expect(
      tierOf({
        enterprise: false,
        planVerticals: [{ planCategory: "Marketing", name: "Professional", status: "inactive" }],
      }),
    ).toBe("general");
    expect(ratesOf("general")).toEqual({ contactsPerSecond: 10, ordersPerSecond: 5, othersPerHour: 100 });
  });
});

describe("attributes", () => {
  it("those that a rule can write, categories with their stored keys", async () => {
    const { ends } = await serve({ "/v3/contacts/attributes": [200, ATTRIBUTES] });
    const read = await readAttributes(ends);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && read.value.attributes).toEqual([
      {
        name: "COUNTRY",
        type: "multiple-choice",
        options: [
          { key: "USA", label: "USA" },
          { key: "India", label: "India" },
        ],
      },
      { name: "FIRSTNAME", type: "text", options: [] },
      {
        name: "GENDER",
        type: "category",
        options: [
          { key: "1", label: "Men" },
          { key: "x-2", label: "Other" },
        ],
      },
      { name: "SPENT", type: "float", options: [] },
    ]);
  });

  it("brevo-9 names that the account does not have are refused before anything is sent", () => {
    const present = [{ name: "FIRSTNAME", type: "text" as const, options: [] }];
    const wanted = [
      { name: "NOT_DEFINED", type: "text" as const, options: [] },
      { name: "FIRSTNAME", type: "date" as const, options: [] },
    ];
    expect(findAttributeFaults(wanted, present)).toEqual([
      { name: "NOT_DEFINED", why: "absent" },
      { name: "FIRSTNAME", why: "type_differs" },
    ]);
    expect(findAttributeFaults(present, present)).toEqual([]);
  });
});

describe("lists", () => {
  const all = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, name: `List ${index + 1}`, folderId: 1 }));
  const pages = (count: number): Answers =>
    Object.fromEntries(
      [0, 50, 100, 150].map((offset) => [
        `/v3/contacts/lists?limit=50&offset=${offset}&sort=asc`,
        [200, { count, lists: all.slice(offset, offset + 50) }],
      ]),
    );

  it("all pages, not the first", async () => {
    const { ends, server } = await serve(pages(120));
    const read = await readLists(ends);
    expect(read.ok && read.value.lists).toEqual(all.map(({ id, name }) => ({ id, name })));
    expect(server.requests).toHaveLength(3);
  });

  it("fewer than counted is no list of lists", async () => {
    const { ends } = await serve(pages(121));
    expect(await readLists(ends)).toMatchObject({
      ok: false,
      error: { code: "destination.unavailable", detail: "lists_incomplete" },
    });
  });

  it("an account without lists", async () => {
    const { ends } = await serve({ "/v3/contacts/lists": [200, { count: 0 }] });
    expect(await readLists(ends)).toMatchObject({ ok: true, value: { lists: [] } });
  });
});

describe("the probe tells what is wrong", () => {
  const refusal = (message: string) => ({ code: "unauthorized", message });

  it.each([
    ["a bad key", 401, refusal("Key not found"), "destination.credential"],
    ["an expired key", 401, refusal("API key has expired"), "destination.credential"],
    ["an IP that is not on the list", 401, refusal("unrecognised IP address 1.2.3.4"), "destination.ip_refused"],
    ["an account under validation", 403, { code: "account_under_validation", message: "x" }, "destination.forbidden"],
    ["a page of HTML", 200, "<html>", "destination.unavailable"],
    ["an account without an identity", 200, { companyName: "x" }, "destination.unavailable"],
  ])("%s", async (_, status, body, code) => {
    const { ends } = await serve({ "/v3/account": [status, body] });
    expect(await probeBrevo(ends)).toMatchObject({ ok: false, error: { code } });
  });

  it("a good key that lacks one right: which", async () => {
    const { ends } = await serve({
      "/v3/account": [200, ACCOUNT],
      "/v3/contacts/attributes": [200, ATTRIBUTES],
      "/v3/contacts/lists": [403, { code: "permission_denied", message: "x" }],
    });
    expect(await probeBrevo(ends)).toMatchObject({
      ok: true,
      value: {
        identity: "5fa2b8c1",
        lists: [],
        operations: [
          { name: "account", failure: null },
          { name: "attributes", failure: null },
          { name: "lists", failure: { code: "destination.forbidden", detail: "permission_denied" } },
        ],
      },
    });
  });
});

it("brevo-5 batches and imports, which merge or apply nothing at all, are no call that we can make", () => {
  expectTypeOf<keyof paths>().toEqualTypeOf<
    "/account" | "/contacts" | "/contacts/{identifier}" | "/contacts/lists" | "/contacts/attributes"
  >();
});
