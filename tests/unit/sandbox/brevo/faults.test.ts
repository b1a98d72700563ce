import { expect, test } from "vitest";
import { BREVO_FAULTS } from "@/lib/sandbox/brevo/known-faults";
import { hostBrevo } from "./harness";

const write = { email: "ada@example.com", attributes: { SMS: "447700900123" }, listIds: [1], updateEnabled: true };
const path = "/v3/contacts/ada%40example.com";

interface Expected {
  status: number;
  transport?: string;
  committed: boolean;
  answered: boolean;
  body?: unknown;
}
const refused = (status: number, body?: unknown): Expected => ({ status, committed: false, answered: true, body });

const EXPECTED: Record<string, Expected> = {
  "401-key": refused(401, { message: "Key not found" }),
  "401-ip": refused(401, { message: expect.stringContaining("unrecognised IP address 203.0.113.7") }),
  "402": refused(402, { code: "not_enough_credits" }),
  "403": refused(403, { code: "account_under_validation" }),
  "403-ecommerce": refused(403, { code: "permission_denied" }),
  "404-list": refused(404, { code: "document_not_found" }),
  "425": refused(425, { code: "account_in_process" }),
  "429": refused(429),
  "429-nobody": refused(429, ""),
  "400-dup-sms": refused(400, { metadata: { duplicate_identifiers: ["SMS"] } }),
  "400-dup-email": refused(400, { metadata: { duplicate_identifiers: ["email"] } }),
  "500-before-commit": refused(500),
  "200-html": refused(200, expect.stringContaining("<!doctype html>")),
  "reset-before-commit": { status: 500, transport: "reset", committed: false, answered: false },
  "500-after-commit": { status: 500, committed: true, answered: true },
  "commit-then-hang": { status: 201, transport: "hang", committed: true, answered: false },
  "commit-then-reset": { status: 201, transport: "reset", committed: true, answered: false },
  "late-commit": { status: 500, transport: "reset", committed: false, answered: false },
  slow: { status: 201, committed: true, answered: true },
  "truncated-json": { status: 201, transport: "truncate", committed: true, answered: false },
  "read-lag": { status: 201, committed: true, answered: true },
  "key-expired-mid-run": refused(401, { message: "API key has expired" }),
  "optout-between-read-and-write": { status: 201, committed: true, answered: true },
  "delete-between-runs": { status: 201, committed: true, answered: true },
};

test.each(BREVO_FAULTS.map(({ fault }) => fault))(
  "fault %s on a new contact: answer, truth and journal agree",
  async (fault) => {
    const { call, fault: schedule, standIn, lastEntry } = hostBrevo();
    schedule({ fault });
    const { body, ...expected } = EXPECTED[fault] ?? expect.fail(`no expectation for ${fault}`);
    const answer = await call("POST", "/v3/contacts", write);
    expect(answer.status).toBe(expected.status);
    expect(answer.transport).toBe(expected.transport);
    if (body !== undefined)
      expect(answer.body).toEqual(
        typeof body === "object" && !("asymmetricMatch" in (body as object)) ? expect.objectContaining(body) : body,
      );
    expect(standIn.findContact("ada@example.com") !== undefined).toBe(expected.committed);
    expect(lastEntry()).toMatchObject({
      call: "POST /v3/contacts",
      subject: "ada@example.com",
      fault,
      committed: expected.committed,
      answered: expected.answered,
      body: write,
    });
  },
);

test("every line of the journal carries what the account decided: 0 when it never saw the request", async () => {
  const { call, fault, lastEntry } = hostBrevo();
  fault({ fault: "reset-before-commit" });
  await call("POST", "/v3/contacts", write);
  expect(lastEntry()?.status).toBe(0);
  fault({ fault: "500-after-commit", status: 502 });
  expect((await call("POST", "/v3/contacts", write)).status).toBe(502);
  expect(lastEntry()?.status).toBe(201);
});

test("a write lost on the line lands later, is journalled then, and meets what has changed since", async () => {
  const { call, fault, standIn, landLateWrites, lastEntry } = hostBrevo();
  fault({ fault: "late-commit", delayMs: 4_000 });
  await call("POST", "/v3/contacts", write);
  expect(standIn.findContact("ada@example.com")).toBeUndefined();
  await call("POST", "/v3/contacts", { email: "ada@example.com" });
  standIn.actAsMerchant("ada@example.com", { action: "opt-out" });
  landLateWrites();
  expect(standIn.findContact("ada@example.com")).toMatchObject({ id: 1, listIds: [1], emailBlacklisted: true });
  expect(lastEntry()).toMatchObject({ fault: "late-commit", status: 204, committed: true, answered: false });
});

test("read-lag hides a commit from readers only, and only for its time", async () => {
  const { call, fault, standIn, tick } = hostBrevo();
  fault({ fault: "read-lag", delayMs: 5_000 });
  await call("POST", "/v3/contacts", write);
  expect(standIn.findContact(1)).toBeDefined();
  expect((await call("GET", path)).status).toBe(404);
  expect((await call("GET", "/v3/contacts")).body).toMatchObject({ contacts: [] });
  tick(5_000);
  expect((await call("GET", path)).status).toBe(200);
  fault({ fault: "read-lag", delayMs: 5_000 });
  await call("PUT", "/v3/contacts/1", { listIds: [2] });
  await call("PUT", "/v3/contacts/1", { attributes: { FIRSTNAME: "Ada" } });
  expect((await call("GET", path)).body).toMatchObject({ listIds: [1], attributes: {} });
  tick(5_000);
  expect((await call("GET", path)).body).toMatchObject({ listIds: [1, 2], attributes: { FIRSTNAME: "Ada" } });
});

test("a second lagging write inside the lag of the first goes on showing what stood before both", async () => {
  const { call, fault, tick } = hostBrevo();
  fault({ fault: "read-lag", delayMs: 5_000, times: 2 });
  await call("POST", "/v3/contacts", write);
  tick(4_000);
  await call("PUT", "/v3/contacts/1", { listIds: [2] });
  tick(4_000);
  expect((await call("GET", path)).status).toBe(404);
  tick(1_000);
  expect((await call("GET", path)).body).toMatchObject({ listIds: [1, 2] });
});

test("an opt-out between read and write stays, and the write lands", async () => {
  const { call, fault, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", write);
  fault({ fault: "optout-between-read-and-write", match: "PUT " });
  expect((await call("GET", path)).body).toMatchObject({ emailBlacklisted: false });
  await call("PUT", "/v3/contacts/1", { listIds: [2] });
  expect(standIn.findContact(1)).toMatchObject({ emailBlacklisted: true, listIds: [1, 2] });
});

test("a contact deleted before the write answers 404 to its id", async () => {
  const { call, fault, lastEntry } = hostBrevo();
  await call("POST", "/v3/contacts", write);
  fault({ fault: "delete-between-runs" });
  expect((await call("PUT", "/v3/contacts/1", { listIds: [2] })).status).toBe(404);
  expect(lastEntry()).toMatchObject({ status: 404, committed: false });
});

test("a key expired in mid-run stays expired until it is mended", async () => {
  const { call, control, fault } = hostBrevo();
  fault({ fault: "key-expired-mid-run", skip: 1 });
  expect((await call("GET", "/v3/contacts")).status).toBe(200);
  expect((await call("GET", "/v3/contacts")).status).toBe(401);
  expect((await call("GET", "/v3/contacts")).status).toBe(401);
  await control("POST", "/key", { action: "mend" });
  expect((await call("GET", "/v3/contacts")).status).toBe(200);
});

test("the phone and list faults pass requests that carry none: the repaired write gets through", async () => {
  const { call, fault } = hostBrevo();
  fault({ fault: "400-dup-sms", times: 2 });
  expect((await call("POST", "/v3/contacts", write)).status).toBe(400);
  expect((await call("POST", "/v3/contacts", { email: "ada@example.com" })).status).toBe(201);
  fault({ fault: "404-list" });
  expect((await call("PUT", "/v3/contacts/1", { attributes: { FIRSTNAME: "Ada" } })).status).toBe(204);
});

test("a 429 by fault tells when to come back", async () => {
  const { call, fault } = hostBrevo();
  fault({ fault: "429", delayMs: 120_000 });
  const { headers } = await call("GET", "/v3/contacts");
  expect(headers).toMatchObject({ "x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "120" });
  expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain("retry-after");
});

test("a truncated answer without a body is a reset; a slow one is late", async () => {
  const { call, fault } = hostBrevo();
  await call("POST", "/v3/contacts", write);
  fault({ fault: "truncated-json" });
  expect((await call("PUT", "/v3/contacts/1", { listIds: [2] })).transport).toBe("reset");
  fault({ fault: "slow", delayMs: 250 });
  expect((await call("PUT", "/v3/contacts/1", { listIds: [2] })).delayMs).toBe(250);
});
