import { expect, test } from "vitest";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { hostBrevo } from "./harness";

async function statuses(count: number, run: () => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let index = 0; index < count; index += 1) seen.push((await run()).status);
  return seen;
}

test("contacts take 10 a second on the free plan, and the headers count down", async () => {
  const { call, tick } = hostBrevo({ limits: true });
  const first = await call("GET", "/v3/contacts");
  expect(first.headers).toMatchObject({
    "x-sib-ratelimit-limit": "10",
    "x-sib-ratelimit-remaining": "9",
    "x-sib-ratelimit-reset": "1",
  });
  expect(await statuses(9, () => call("GET", "/v3/contacts"))).toEqual(Array(9).fill(200));
  expect(await call("GET", "/v3/contacts")).toMatchObject({
    status: 429,
    headers: { "x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "1" },
  });
  tick(100);
  expect(await statuses(2, () => call("GET", "/v3/contacts"))).toEqual([200, 429]);
});

test("a write refused by the limiter changes nothing", async () => {
  const { call, standIn, lastEntry } = hostBrevo({ limits: true });
  await statuses(10, () => call("GET", "/v3/contacts"));
  expect((await call("POST", "/v3/contacts", { email: "ada@example.com" })).status).toBe(429);
  expect(standIn.allContacts()).toEqual([]);
  expect(lastEntry()).toMatchObject({ status: 429, committed: false, answered: true });
});

test("everything else takes 100 an hour, filled again as a whole", async () => {
  const { call, tick } = hostBrevo({ limits: true });
  expect(await statuses(100, () => call("GET", "/v3/account"))).toEqual(Array(100).fill(200));
  tick(1_800_000);
  expect(await call("GET", "/v3/account")).toMatchObject({
    status: 429,
    headers: { "x-sib-ratelimit-limit": "100", "x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "1800" },
  });
  tick(1_800_000);
  expect((await call("GET", "/v3/account")).status).toBe(200);
});

test("the hourly limit of contacts binds too: 36,000, then nothing until the hour is over", async () => {
  const { call, tick } = hostBrevo({ limits: true });
  let passed = 0;
  for (let second = 0; second < 3_600; second += 1) {
    const seen = await statuses(10, () => call("GET", "/v3/contacts/1"));
    passed += seen.filter((status) => status === 404).length;
    tick(second === 3_599 ? 900 : 1_000);
  }
  expect(passed).toBe(36_000);
  expect(await call("GET", "/v3/contacts/1")).toMatchObject({
    status: 429,
    headers: { "x-sib-ratelimit-limit": "36000", "x-sib-ratelimit-remaining": "0", "x-sib-ratelimit-reset": "1" },
  });
  tick(100);
  expect((await call("GET", "/v3/contacts/1")).status).toBe(404);
});

test("the enterprise plan takes 60 a second and 600 an hour", async () => {
  const { call, control } = hostBrevo({ limits: true });
  await control("POST", "/plan", { plan: "enterprise" });
  expect(await statuses(61, () => call("GET", "/v3/contacts"))).toEqual([...Array(60).fill(200), 429]);
  const account = await call("GET", "/v3/account");
  expect(account).toMatchObject({ headers: { "x-sib-ratelimit-limit": "600" }, body: { enterprise: true } });
});

test("limits switched off refuse nobody, and every answer still carries the headers", async () => {
  const { call } = hostBrevo();
  const all = await statuses(200, () => call("GET", "/v3/account"));
  expect(all).toEqual(Array(200).fill(200));
  expect((await call("GET", "/v3/account")).headers).toHaveProperty("x-sib-ratelimit-limit");
});

test("a refused key costs no token and gets the headers too", async () => {
  const { call } = hostBrevo({ limits: true });
  await statuses(200, () => call("GET", "/v3/account", undefined, "wrong"));
  const good = await call("GET", "/v3/account", undefined, DEMO_API_KEY);
  expect(good).toMatchObject({ status: 200, headers: { "x-sib-ratelimit-remaining": "99" } });
  expect((await call("GET", "/v3/account", undefined, "wrong")).headers).toHaveProperty("x-sib-ratelimit-reset");
});
