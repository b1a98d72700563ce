import { expect, test } from "vitest";
import { normalisePhone } from "@/lib/sandbox/brevo/attribute-value";
import { hostBrevo } from "./harness";

const CASES: [string, string, unknown, unknown][] = [
  ["text", "FIRSTNAME", "Ada", "Ada"],
  ["a number for text", "FIRSTNAME", 7, undefined],
  ["a boolean", "IS_VIP", false, false],
  ["text for a boolean", "IS_VIP", "true", undefined],
  ["a number for a boolean", "IS_VIP", 1, undefined],
  ["a float", "TOTAL_SPENT", 12.5, 12.5],
  ["text for a float", "TOTAL_SPENT", "12.5", undefined],
  ["an ISO date", "LAST_ORDER", "2026-02-28", "2026-02-28"],
  ["an ISO date-time", "LAST_ORDER", "2026-02-28T23:59:00Z", "2026-02-28"],
  ["a day that does not exist", "LAST_ORDER", "2026-02-30", undefined],
  ["a date month first", "LAST_ORDER", "02-28-2026", undefined],
  ["a stored key", "TIER", "gold", "gold"],
  ["a numeric stored key", "TIER", 2, "2"],
  ["a label for a key", "TIER", "Gold", undefined],
  ["an unknown key", "TIER", "bronze", undefined],
  ["choices", "INTERESTS", ["tea", "coffee"], ["tea", "coffee"]],
  ["a choice not offered", "INTERESTS", ["tea", "milk"], undefined],
  ["text for choices", "INTERESTS", "tea", undefined],
  ["an undefined name", "SHOE_SIZE", "44", undefined],
  ["a name in lower case", "firstname", "Ada", undefined],
];

test.each(CASES)("%s: %s = %j is stored as %j, and the call succeeds either way", async (_what, name, sent, stored) => {
  const { call, standIn } = hostBrevo();
  const answer = await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { [name]: sent } });
  expect(answer.status).toBe(201);
  expect(standIn.findContact("a@example.com")?.attributes[name]).toEqual(stored);
});

test.each(CASES.filter(([, , , stored]) => stored === undefined))(
  "switched to errors, %s is refused",
  async (_what, name, sent) => {
    const { call, control, standIn } = hostBrevo();
    await control("POST", "/semantics", { undefinedAttribute: "error", wrongType: "error" });
    const answer = await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { [name]: sent } });
    expect(answer.status).toBe(400);
    expect(standIn.allContacts()).toEqual([]);
  },
);

test.each([
  ["+44 7700 900123", "447700900123"],
  ["0044 (7700) 900-123", "447700900123"],
  ["447700900123", "447700900123"],
  [447700900123, "447700900123"],
  ["07700900123", undefined],
  ["12345", undefined],
  ["1234567890123456", undefined],
  ["call me", undefined],
  [true, undefined],
])("the phone %j is stored as %j", (sent, stored) => {
  expect(normalisePhone(sent)).toBe(stored);
});

test("a wrong type leaves the value that was there, an empty text clears it", async () => {
  const { call, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { IS_VIP: true, FIRSTNAME: "Ada" } });
  await call("PUT", "/v3/contacts/1", { attributes: { IS_VIP: "false", FIRSTNAME: "" } });
  expect(standIn.findContact(1)?.attributes).toEqual({ IS_VIP: true });
});

test("an attribute created through the API takes values; twice, or of a wrong kind, it is refused", async () => {
  const { call, standIn } = hostBrevo();
  const create = (path: string, body: unknown) => call("POST", `/v3/contacts/attributes/${path}`, body);
  expect(await create("normal/shoe_size", { type: "float" })).toMatchObject({ status: 201, body: "" });
  expect(await create("normal/SHOE_SIZE", { type: "text" })).toMatchObject({ body: { code: "duplicate_parameter" } });
  expect((await create("category/SEASON", { enumeration: [{ value: 1, label: "Summer" }] })).status).toBe(201);
  for (const [path, body] of [
    ["category/NO_KEYS", {}],
    ["category/TEXT_KEYS", { enumeration: [{ value: "a", label: "A" }] }],
    ["odd/NAME", { type: "text" }],
    ["normal/NAME", {}],
    ["normal/NAME", { type: "id" }],
    ["normal/CHOICE", { type: "multiple-choice" }],
    ["transactional/NAME", { type: "user" }],
    ["calculated/SUM", {}],
  ] as const) {
    expect((await create(path, body)).status, path).toBe(400);
  }
  await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { SHOE_SIZE: 44, SEASON: 1 } });
  expect(standIn.findContact(1)?.attributes).toEqual({ SHOE_SIZE: 44, SEASON: "1" });
});
