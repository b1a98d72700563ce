import { expect, test } from "vitest";
import { hostBrevo } from "./harness";

async function withOptedOut() {
  const hosted = hostBrevo();
  await hosted.call("POST", "/v3/contacts", { email: "ada@example.com", listIds: [1] });
  hosted.standIn.actAsMerchant(1, { action: "opt-out" });
  return hosted;
}

test("an opt-out survives every write that does not name it", async () => {
  const { call, standIn } = await withOptedOut();
  await call("POST", "/v3/contacts", { email: "ada@example.com", listIds: [2], updateEnabled: true });
  await call("PUT", "/v3/contacts/1", { attributes: { FIRSTNAME: "Ada" }, unlinkListIds: [1] });
  expect(standIn.findContact(1)).toMatchObject({
    emailBlacklisted: true,
    listIds: [2],
    attributes: { FIRSTNAME: "Ada" },
  });
  expect(standIn.counters()).toMatchObject({ tripwire: 0, addressChanges: 0 });
});

test("an explicit false lifts it and trips the wire", async () => {
  const { call, standIn } = await withOptedOut();
  await call("PUT", "/v3/contacts/1", { emailBlacklisted: false });
  expect(standIn.findContact(1)?.emailBlacklisted).toBe(false);
  expect(standIn.counters().tripwire).toBe(1);
});

test.each([
  ["of the phone", "POST", "/v3/contacts", { email: "new@example.com", smsBlacklisted: false }],
  ["in a request that is refused", "PUT", "/v3/contacts/77", { emailBlacklisted: false }],
  ["in a row of a batch", "POST", "/v3/contacts/batch", { contacts: [{ id: 1, emailBlacklisted: false }] }],
])("an explicit false %s trips the wire too", async (_what, method, path, body) => {
  const { call, standIn } = await withOptedOut();
  await call(method, path, body);
  expect(standIn.counters().tripwire).toBe(1);
});

test("an explicit false with a bad key trips the wire although nothing changes", async () => {
  const { call, standIn } = await withOptedOut();
  expect((await call("PUT", "/v3/contacts/1", { emailBlacklisted: false }, "wrong-key")).status).toBe(401);
  expect(standIn.findContact(1)?.emailBlacklisted).toBe(true);
  expect(standIn.counters().tripwire).toBe(1);
});

test("a new address lifts the opt-out: counted as an address change and on the wire", async () => {
  const { call, standIn } = await withOptedOut();
  expect((await call("PUT", "/v3/contacts/1", { attributes: { EMAIL: "Countess@example.com" } })).status).toBe(204);
  expect(standIn.findContact("countess@example.com")).toMatchObject({ id: 1, emailBlacklisted: false });
  expect(standIn.findContact("ada@example.com")).toBeUndefined();
  expect(standIn.counters()).toMatchObject({ tripwire: 1, addressChanges: 1 });
});

test("a new address for someone who may be mailed is an address change and no alarm", async () => {
  const { call, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", { email: "ada@example.com" });
  await call("PUT", "/v3/contacts/1", { attributes: { EMAIL: "countess@example.com" } });
  expect(standIn.counters()).toMatchObject({ tripwire: 0, addressChanges: 1 });
});

test("a true blocklists", async () => {
  const { call, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", { email: "ada@example.com" });
  await call("PUT", "/v3/contacts/1", { emailBlacklisted: true, smsBlacklisted: true });
  expect(standIn.findContact(1)).toMatchObject({ emailBlacklisted: true, smsBlacklisted: true });
  expect(standIn.counters().tripwire).toBe(0);
});
