import { describe, expect, test } from "vitest";
import { validateBrevoAnswer, validateBrevoRequest } from "../support/brevo-openapi";
import { sharedDir } from "../support/shared";
import { hostBrevo } from "../unit/sandbox/brevo/harness";

const GOOD: [string, string, unknown?][] = [
  ["GET", "/v3/account"],
  ["GET", "/v3/contacts?limit=1000&offset=0&sort=asc&modifiedSince=2026-11-28T00%3A00%3A00.000Z"],
  ["GET", "/contacts/1?identifierType=contact_id"],
  ["GET", "/v3/contacts/a%2Bb%40example.com"],
  ["GET", "/v3/contacts/lists?limit=50"],
  ["GET", "/v3/contacts/attributes"],
  [
    "POST",
    "/v3/contacts",
    { email: "zażółć@example.com", updateEnabled: true, listIds: [1], attributes: { A: "x", B: true } },
  ],
  ["PUT", "/v3/contacts/7", { unlinkListIds: [1], emailBlacklisted: true }],
];

/** What the definition refuses: the stand-in refuses it too. */
const BAD: [string, string, unknown?][] = [
  ["GET", "/v3/contacts?limit=1001"],
  ["GET", "/v3/contacts?sort=up"],
  ["GET", "/v3/contacts?offset=few"],
  ["GET", "/v3/contacts/1?identifierType=shoe_size"],
  ["GET", "/v3/contacts/lists?limit=51"],
  ["POST", "/v3/contacts", { email: "no address" }],
  ["POST", "/v3/contacts", { email: "a@example.com", listIds: ["1"] }],
  ["POST", "/v3/contacts", { email: "a@example.com", listIds: 1 }],
  ["POST", "/v3/contacts", { email: "a@example.com", attributes: { A: null } }],
  ["POST", "/v3/contacts", { email: "a@example.com", attributes: { A: [1] } }],
  ["POST", "/v3/contacts", { email: "a@example.com", updateEnabled: "true" }],
  ["PUT", "/v3/contacts/1", { unlinkListIds: ["1"] }],
  ["PUT", "/v3/contacts/1", { emailBlacklisted: "yes" }],
  ["POST", "/v3/contacts/lists", { name: "No folder" }],
  ["POST", "/v3/contacts/attributes/odd/NAME", { type: "text" }],
  ["POST", "/v3/contacts/attributes/normal/NAME", { type: "colour" }],
];

describe.runIf(sharedDir)("the request validator", () => {
  test.each(GOOD)("takes %s %s", (method, path, body) => {
    expect(validateBrevoRequest(method, path, body)).toEqual([]);
  });

  test.each(BAD)("refuses %s %s %j, and so does the stand-in", async (method, path, body) => {
    expect(validateBrevoRequest(method, path, body)).not.toEqual([]);
    const { call } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "first@example.com" });
    expect((await call(method, path, body)).status).toBe(400);
  });

  test.each([
    ["DELETE", "/v3/contacts/1", undefined],
    ["GET", "/v3/contacts?page=2", undefined],
    ["POST", "/v3/contacts", undefined],
    ["GET", "/v3/account", {}],
    ["POST", "/v3/contacts", { email: "a@example.com", listids: [1] }],
  ])("refuses what the definition does not name: %s %s %j", (method, path, body) => {
    expect(validateBrevoRequest(method, path, body)).toHaveLength(1);
  });
});

describe.runIf(sharedDir)("the answer validator", () => {
  test.each([
    ["a contact without its lists", "GET", "/v3/contacts/1", 200, { id: 1, attributes: {}, statistics: {} }],
    ["a body with 204", "PUT", "/v3/contacts/1", 204, { id: 1 }],
    ["no body with 200", "GET", "/v3/contacts", 200, ""],
    ["a status that is never seen", "PUT", "/v3/contacts/1", 301, ""],
    ["an error without a message", "GET", "/v3/contacts", 400, { code: "invalid_parameter" }],
    ["a code outside the contact errors", "POST", "/v3/contacts", 400, { code: "campaign_sent", message: "x" }],
    ["an error outside the definition without a message", "GET", "/v3/account", 401, { code: "unauthorized" }],
  ])("refuses %s", (_what, method, path, status, body) => {
    expect(validateBrevoAnswer(method, path, status, body)).not.toEqual([]);
  });
});
