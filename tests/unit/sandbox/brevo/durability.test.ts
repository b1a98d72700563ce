import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBrevoStandIn, DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { hostStandIn } from "@/lib/sandbox/host";

let dataDir: string;
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "brevo-"));
});
afterEach(() => fs.rmSync(dataDir, { recursive: true }));

/** Never closed by the tests: what is not on disk by then is lost, as with kill -9. */
function open() {
  const { standIn } = hostStandIn(
    (host) => createBrevoStandIn(host, { limits: false }),
    () => new Date(),
    dataDir,
  );
  const call = (method: string, target: string, body: unknown) =>
    standIn.handle({
      method,
      path: target,
      query: new URLSearchParams(),
      headers: { "api-key": DEMO_API_KEY },
      body: JSON.stringify(body),
    });
  return { standIn, call };
}

test("everything that was answered is there after a crash: contacts, indexes, lists, attributes, alarms, switches", async () => {
  const first = open();
  await first.call("POST", "/v3/contacts/lists", { name: "Newsletter", folderId: 1 });
  await first.call("POST", "/v3/contacts/attributes/normal/FIRSTNAME", { type: "text" });
  const body = { email: "ada@example.com", listIds: [1], attributes: { FIRSTNAME: "Ada", SMS: "447700900123" } };
  await first.call("POST", "/v3/contacts", body);
  await first.call("POST", "/v3/contacts", { email: "gone@example.com" });
  first.standIn.actAsMerchant(2, { action: "delete" });
  await first.call("PUT", "/v3/contacts/1", { emailBlacklisted: true, smsBlacklisted: false });
  const before = first.standIn.snapshot();

  // Twice: the first opening replays the log, the second what the first has compacted.
  open();
  const second = open();
  expect(second.standIn.snapshot()).toEqual(before);
  expect(second.standIn.counters().tripwire).toBe(1);
  expect(
    (await second.call("POST", "/v3/contacts", { email: "b@example.com", attributes: body.attributes })).status,
  ).toBe(400);
  expect((await second.call("POST", "/v3/contacts", { email: "b@example.com" })).body).toBe('{"id":3}');
  expect(
    open()
      .standIn.allContacts()
      .map(({ id }) => id),
  ).toEqual([1, 3]);
});

test("a change the stand-in does not know is refused, not skipped", () => {
  expect(() => open().standIn.apply({ kind: "contact-sold", id: 1 })).toThrow(/contact-sold/);
});
