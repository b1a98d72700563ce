import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Rule } from "@/lib/rules/schema";
import { consentingCustomers } from "../support/consenting-customers";
import { LINE_FAULTS, type LineFault, startHttpLine } from "../support/http-line";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

const CUSTOMERS = 60;
const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
let line: Awaited<ReturnType<typeof startHttpLine>> | undefined;
const world = await realWorld(rule, {
  ends: async (apiUrl) => {
    const { hostname: host, port } = new URL(apiUrl);
    line = await startHttpLine({ host, port: Number(port) });
    return Object.assign(new URL(apiUrl), { port: line.port }).href.replace(/\/$/, "");
  },
});
const { shopify, brevo } = world;
afterAll(() => line?.close());

const arm = (fault: LineFault, matches: (request: string) => boolean) => line?.arm(fault, matches);

/** The nth request that holds this text. */
function nth(text: string, n: number): (request: string) => boolean {
  let seen = 0;
  return (request) => request.includes(text) && ++seen === n;
}

/** Addresses of the writes that the account carried out, one for each. */
async function carriedOut(): Promise<string[]> {
  const { entries } = await brevo.journal(0, 10_000);
  return entries
    .filter(({ call, committed }) => committed && /^POST \/v3\/contacts/.test(call))
    .map(({ subject }) => subject ?? "");
}

async function expectEverybodyListed() {
  const contacts = (await brevo.truth()).filter(({ email }) => /^c\d+@/.test(email ?? ""));
  expect(contacts.filter(({ listIds }) => listIds.includes(1))).toHaveLength(CUSTOMERS);
  expect((await brevo.counters()).tripwire).toBe(0);
  const [open] = await world.owner<{ n: number }[]>`
    select (select count(*)::int from pending where cause <> 'recheck') + (select count(*)::int from ledger where closed_at is null) as n`;
  expect(open?.n).toBe(0);
}

beforeEach(async () => {
  await world.reset({ sharedAddresses: [], blocklistedAddress: "blocked@example.com" });
  await shopify.importCustomers(consentingCustomers(CUSTOMERS), true);
});

/** The request never was a whole one there. */
const NOT_CARRIED_OUT: readonly LineFault[] = ["reset before the body"];

describe("the line to Brevo", () => {
  test.each(LINE_FAULTS)(
    "%s in the middle of a run: everybody arrives, and a write is repeated at most once, and only if its answer was lost",
    async (fault) => {
      arm(fault, nth("POST /brevo/v3/contacts", 20));
      const before = line?.struck() ?? 0;
      expect(await world.run()).toMatchObject({ state: "succeeded", verdict: "healthy" });
      expect((line?.struck() ?? 0) - before).toBe(1);
      await expectEverybodyListed();
      const writes = await carriedOut();
      const repeats = writes.length - new Set(writes).size;
      expect(repeats).toBeLessThanOrEqual(NOT_CARRIED_OUT.includes(fault) ? 0 : 1);
    },
    60_000,
  );

  test.each(LINE_FAULTS)(
    "%s while a doubt is looked up: looked at again, nobody twice",
    async (fault) => {
      await brevo.schedule({ fault: "commit-then-reset", match: "POST /v3/contacts", skip: 10, times: 1 });
      arm(fault, nth("GET /brevo/v3/contacts", 1));
      const before = line?.struck() ?? 0;
      expect((await world.run()).state).toBe("succeeded");
      expect((line?.struck() ?? 0) - before).toBe(1);
      await expectEverybodyListed();
      const writes = await carriedOut();
      expect(writes.length - new Set(writes).size).toBeLessThanOrEqual(1);
    },
    60_000,
  );
});

/** What the failed attempt says. A broken-off answer is no answer: the read is looked at once more, which is no failed attempt. */
const FAILED: Record<LineFault, string[]> = {
  "reset before the body": ["source.unavailable"],
  "reset after the body": ["source.unavailable"],
  stall: ["source.timeout"],
  truncate: [],
  "half-close": ["source.unavailable"],
};
/** The deadline of a read is half a minute: once is enough. */
const isTooSlow = (fault: LineFault, text: string) => fault === "stall" && text === "CustomersByIds";

describe("the line to Shopify", () => {
  test.each(
    LINE_FAULTS.flatMap((fault) => [
      { fault, during: "the walk", text: "CustomersPage" },
      { fault, during: "a read by id", text: "CustomersByIds" },
    ]).filter(({ fault, text }) => !isTooSlow(fault, text)),
  )(
    "$fault during $during: an attempt fails, waits, and the run goes on; nothing lost, nobody twice",
    async ({ fault, text }) => {
      arm(fault, nth(text, 1));
      const before = line?.struck() ?? 0;
      const run = await world.run();
      expect(run).toMatchObject({ state: "succeeded", verdict: "healthy" });
      expect((line?.struck() ?? 0) - before).toBe(1);
      const attempts = await world.owner<{ code: string }[]>`
      select failure ->> 'code' as code from attempts where run_id = ${run.id} and failure is not null`;
      expect(attempts.map(({ code }) => code)).toEqual(FAILED[fault]);
      await expectEverybodyListed();
      const writes = await carriedOut();
      expect(writes).toHaveLength(new Set(writes).size);
    },
    90_000,
  );
});
