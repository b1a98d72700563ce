import { afterAll, beforeAll, expect, test } from "vitest";
import { createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createBrevoStandIn, DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { createSandboxControl, type SandboxControl } from "@/lib/sandbox/client";
import { serveStandIns } from "@/lib/sandbox/frame";

const secret = "a-secret-for-this-test-only";
let frame: Awaited<ReturnType<typeof serveStandIns>>;
let sandbox: SandboxControl;

beforeAll(async () => {
  const options = { apiPort: 0, controlPort: 0, controlSecret: secret };
  frame = await serveStandIns({ brevo: (host) => createBrevoStandIn(host) }, options);
  sandbox = createSandboxControl({ controlUrl: frame.controlUrl, secret });
});
afterAll(() => frame.close());

function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${frame.apiUrl}/brevo${path}`, {
    method,
    headers: { "api-key": DEMO_API_KEY, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

test("over real sockets: an encoded address arrives, a 204 is bodyless, headers are there, control sees the truth", async () => {
  const control = createBrevoControl(sandbox.brevo.call);
  expect((await call("POST", "/v3/contacts", { email: "a+b@example.com" })).status).toBe(201);
  const updated = await call("PUT", "/v3/contacts/1", { emailBlacklisted: true });
  expect([updated.status, await updated.text()]).toEqual([204, ""]);
  expect(updated.headers.get("x-sib-ratelimit-limit")).toBe("10");
  const read = await call("GET", `/v3/contacts/${encodeURIComponent("a+b@example.com")}`);
  expect(await read.json()).toMatchObject({ id: 1, emailBlacklisted: true });
  expect(await control.truth()).toMatchObject([{ email: "a+b@example.com", emailBlacklisted: true }]);
  expect(await control.getContact("a+b@example.com")).toMatchObject({ id: 1 });
  expect(await control.counters()).toMatchObject({ tripwire: 0, byCall: { "POST /v3/contacts": 1 } });
});

test("over real sockets: the control client throws every switch", async () => {
  const control = createBrevoControl(sandbox.brevo.call);
  expect(await control.switchPlan({ plan: "enterprise", limits: false })).toMatchObject({
    plan: "enterprise",
    limits: false,
  });
  expect(await control.switchSemantics({ unknownList: 404 })).toMatchObject({ semantics: { unknownList: 404 } });
  await control.switchKey("expire");
  expect((await call("GET", "/v3/account")).status).toBe(401);
  await control.switchKey("mend");
  expect((await call("GET", "/v3/account")).status).toBe(200);
  expect(await control.seed({ contacts: [{ email: "seed@example.com" }] })).toBe(1);
  await control.actAsMerchant("seed@example.com", { action: "opt-out" });
  expect(await control.listContacts({ q: "seed" })).toMatchObject({ count: 1, contacts: [{ emailBlacklisted: true }] });
  expect(await control.settings()).toMatchObject({ plan: "enterprise" });
});

test("over real sockets: a reset after the commit looks like a failure and is none", async () => {
  await sandbox.brevo.schedule({ fault: "commit-then-reset", match: "POST /v3/contacts" });
  await expect(call("POST", "/v3/contacts", { email: "lost@example.com" })).rejects.toThrow();
  expect(await createBrevoControl(sandbox.brevo.call).getContact("lost@example.com")).toBeDefined();
  const { entries } = await sandbox.brevo.journal();
  expect(entries.at(-1)).toMatchObject({ fault: "commit-then-reset", committed: true, answered: false });
});
