import { expect, test } from "vitest";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { hostBrevo } from "./harness";

async function withTwo() {
  const hosted = hostBrevo();
  await hosted.call("POST", "/v3/contacts", { email: "ada@example.com", attributes: { FIRSTNAME: "Ada" } });
  await hosted.call("POST", "/v3/contacts", { email: "bob@example.com", listIds: [1] });
  return hosted;
}

test("the truth lists every contact, the pages search it", async () => {
  const { control } = await withTwo();
  expect((await control("GET", "/truth")).body).toMatchObject({ contacts: [{ id: 1 }, { id: 2 }] });
  expect((await control("GET", "/contacts?limit=1")).body).toMatchObject({ count: 2, contacts: [{ id: 2 }] });
  expect((await control("GET", "/contacts?q=ADA")).body).toMatchObject({ count: 1, contacts: [{ id: 1 }] });
  expect((await control("GET", "/contacts/ada%40example.com")).body).toMatchObject({ id: 1 });
  expect((await control("GET", "/contacts/9")).status).toBe(404);
});

test("the merchant opts out, edits and deletes, and trips no wire", async () => {
  const { control, standIn } = await withTwo();
  await control("PATCH", "/contacts/1", { action: "opt-out" });
  await control("PATCH", "/contacts/1", { action: "opt-out", channel: "sms" });
  expect(standIn.findContact(1)).toMatchObject({ emailBlacklisted: true, smsBlacklisted: true });
  await control("PATCH", "/contacts/1", { action: "opt-in" });
  expect(standIn.findContact(1)).toMatchObject({ emailBlacklisted: false, smsBlacklisted: true });
  await control("PATCH", "/contacts/2", { action: "edit", email: "Rob@example.com", listIds: [2], unlinkListIds: [1] });
  expect(standIn.findContact("rob@example.com")).toMatchObject({ id: 2, listIds: [2] });
  await control("PATCH", "/contacts/2", { action: "delete" });
  expect(standIn.allContacts().map(({ id }) => id)).toEqual([1]);
  expect(standIn.counters().tripwire).toBe(0);
  expect((await control("PATCH", "/contacts/1", { action: "forget" })).status).toBe(422);
});

test("a deleted id is never given again", async () => {
  const { call, control } = await withTwo();
  await control("PATCH", "/contacts/2", { action: "delete" });
  expect((await call("POST", "/v3/contacts", { email: "eve@example.com" })).body).toEqual({ id: 3 });
});

test("the counters count calls by route and not by contact", async () => {
  const { call, control } = await withTwo();
  await call("GET", "/v3/contacts/1");
  await call("GET", "/v3/contacts/2");
  expect((await control("GET", "/counters")).body).toEqual({
    tripwire: 0,
    forceMergeSeen: 0,
    addressChanges: 0,
    byCall: { "POST /v3/contacts": 2, "GET /v3/contacts/{identifier}": 2 },
  });
});

test("keys are issued, revoked, expired and mended one by one", async () => {
  const { call, control } = hostBrevo();
  const status = async (key: string) => (await call("GET", "/v3/account", undefined, key)).status;
  expect(await status("second")).toBe(401);
  await control("POST", "/key", { action: "issue", key: "second" });
  await control("POST", "/key", { action: "revoke", key: DEMO_API_KEY });
  expect([await status(DEMO_API_KEY), await status("second")]).toEqual([401, 200]);
  await control("POST", "/key", { action: "expire" });
  expect((await call("GET", "/v3/account", undefined, "second")).body).toMatchObject({
    message: "API key has expired",
  });
  await control("POST", "/key", { action: "mend", key: "second" });
  expect([await status(DEMO_API_KEY), await status("second")]).toEqual([401, 200]);
  expect((await call("GET", "/v3/account", undefined, "")).body).toMatchObject({
    message: "authentication not found in headers",
  });
  expect((await control("POST", "/key", { action: "revoke", key: "third" })).status).toBe(404);
  expect((await control("POST", "/key", { action: "issue" })).status).toBe(422);
});

test("a refused address says so, and no key that objects keep by themselves passes for one", async () => {
  const { call, control } = hostBrevo();
  await control("POST", "/key", { action: "ip-refuse" });
  expect((await call("GET", "/v3/account")).body).toMatchObject({ message: expect.stringContaining("authorised_ips") });
  await control("POST", "/key", { action: "mend" });
  expect((await call("GET", "/v3/account")).status).toBe(200);
  expect((await call("GET", "/v3/account", undefined, "constructor")).status).toBe(401);
});

test("switches refuse what they do not know", async () => {
  const { control } = hostBrevo();
  expect((await control("POST", "/plan", { plan: "golden" })).status).toBe(422);
  expect((await control("POST", "/semantics", { unknownList: 500 })).status).toBe(422);
  expect((await control("POST", "/plan", { plan: "starter", limits: true })).body).toMatchObject({
    plan: "starter",
    limits: true,
  });
  expect((await control("POST", "/seed", { contacts: [{ name: "no address" }] })).status).toBe(422);
  expect((await control("POST", "/seed")).status).toBe(422);
  expect((await control("GET", "/nothing")).status).toBe(404);
});

test("reset empties the account, the counters and the switches", async () => {
  const { call, control, reset, standIn } = await withTwo();
  await call("PUT", "/v3/contacts/1", { emailBlacklisted: false });
  await control("POST", "/key", { action: "revoke" });
  reset();
  expect(standIn.allContacts()).toEqual([]);
  expect(standIn.counters()).toEqual({ tripwire: 0, forceMergeSeen: 0, addressChanges: 0, byCall: {} });
  expect((await call("POST", "/v3/contacts", { email: "new@example.com" })).body).toEqual({ id: 1 });
});

test("reset ends a read lag and fills the buckets", async () => {
  const { call, fault, reset } = hostBrevo({ limits: true });
  fault({ fault: "read-lag", delayMs: 60_000 });
  await call("POST", "/v3/contacts", { email: "a@example.com" });
  for (let index = 0; index < 10; index += 1) await call("GET", "/v3/contacts");
  expect((await call("GET", "/v3/contacts/1")).status).toBe(429);
  reset();
  await call("POST", "/v3/contacts", { email: "a@example.com" });
  expect((await call("GET", "/v3/contacts/1")).status).toBe(200);
});

test("a change of plan fills the buckets", async () => {
  const { call, control } = hostBrevo({ limits: true });
  for (let index = 0; index < 100; index += 1) await call("GET", "/v3/account");
  expect((await call("GET", "/v3/account")).status).toBe(429);
  await control("POST", "/plan", { plan: "free" });
  expect((await call("GET", "/v3/account")).status).toBe(200);
});
