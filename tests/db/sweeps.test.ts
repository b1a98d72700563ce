import { beforeEach, describe, expect, test } from "vitest";
import { claimDueSync } from "@/lib/db/run-requests";
import { dueSyncs, markSweeps } from "@/lib/db/system";
import type { Rule } from "@/lib/rules/schema";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { consentingCustomers } from "../support/consenting-customers";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

/*
 * Sweeps from the cron's mark over the next scheduled run to its end, on real Postgres and the stand-ins. Nobody of the first page ever consented, so that
 * who did stands on the second, which no ordinary walk reaches.
 */

const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
const world = await realWorld(rule);
const { shopify, brevo, owner, db } = world;

const HOUR_MS = 3_600_000;
const CONSENTING = 20;
const FIRST_PAGE = 255;
const second = (agoMs: number): string => `${new Date(Date.now() - agoMs).toISOString().slice(0, 19)}Z`;

/** Like one of those whose consent is provable, at another time. */
const customerAt = (id: string, agoMs: number, state = "SUBSCRIBED"): CustomerInput => {
  const [like] = consentingCustomers(1);
  const at = second(agoMs);
  const email = { ...like?.email, address: `x${id}@example.com`, marketingState: state };
  return { ...like, id, createdAt: at, updatedAt: at, email } as CustomerInput;
};

const neverAsked = Array.from({ length: FIRST_PAGE }, (_, n) =>
  customerAt(String(3001 + n), 5 * HOUR_MS - n * 1000, "NOT_SUBSCRIBED"),
);

/** What the dispatcher does for a sync whose time has come, and the run from there to its end. */
async function nextScheduledRun() {
  await owner`update syncs set schedule = '{"kind":"interval","minutes":15}', next_run_at = clock_timestamp() - interval '1 second'`;
  const [due] = await dueSyncs(10, db);
  const runId = due && (await claimDueSync(due, due.nowMs + HOUR_MS, db));
  if (!runId) throw new Error("nothing is due");
  const { state, verdict } = await world.drive(runId);
  const [run] = await owner`select kind, sweep from runs where id = ${runId}`;
  const [walk] = await owner`
    select evidence from walks where run_id = ${runId} and state = 'judged'`;
  return { runId, state, verdict, kind: run?.kind, sweep: run?.sweep, evidence: walk?.evidence };
}

/** Addresses and ids of contacts that were written since the last time this was asked, each as often as it was. */
async function newWrites(): Promise<string[]> {
  const { entries, lastSeq } = await brevo.journal(seen, 10_000);
  seen = lastSeq;
  const written = entries.filter((entry) => /^(POST|PUT) \/v3\/contacts/.test(entry.call) && entry.committed);
  return written.map((entry) => String(entry.subject)).sort();
}
let seen = 0;

const sweepDue = async () => (await owner`select sweep_due as due from syncs`)[0]?.due;
const onList = async (address: string) => (await brevo.getContact(address)).listIds.includes(1);
const isKnown = async (address: string) => (await brevo.truth()).some(({ email }) => email === address);

beforeEach(async () => {
  await world.reset({ sharedAddresses: ["c0@example.com"], blocklistedAddress: "c1@example.com" });
  await owner`truncate contradictions, reading_states, silence_states`;
  await owner`update syncs set sweep_due = null, streak_threshold = 5`;
  await shopify.importCustomers([...consentingCustomers(CONSENTING), ...neverAsked], true);
  seen = 0;
  expect(await nextScheduledRun()).toMatchObject({ kind: "ordinary", state: "succeeded" });
  expect(await newWrites()).toHaveLength(CONSENTING);
});

describe("the daily sweep", () => {
  test("finds by walk over the last 48 hours what an earlier walk missed, once, and the run after it is an ordinary one", async () => {
    await shopify.importCustomers([customerAt("900", 20 * HOUR_MS), customerAt("901", 60 * HOUR_MS)]);
    expect(await nextScheduledRun()).toMatchObject({ kind: "ordinary", state: "succeeded", verdict: "proven_quiet" });
    expect(await newWrites()).toEqual([]);
    expect(await markSweeps("daily", db)).toBe(1);
    const swept = await nextScheduledRun();
    expect(swept).toMatchObject({ kind: "sweep", sweep: "daily", state: "succeeded", verdict: "healthy" });
    expect(swept.evidence.walkKind).toBe("updated");
    expect(Math.abs(swept.evidence.floorMs - (Date.now() - 48 * HOUR_MS))).toBeLessThan(5 * 60_000);
    expect(await onList("x900@example.com")).toBe(true);
    expect(await newWrites()).toContain("x900@example.com");
    expect(await sweepDue()).toBeNull();
    expect(await nextScheduledRun()).toMatchObject({ kind: "ordinary", verdict: "proven_quiet" });
    expect(await newWrites()).toEqual([]);
  });

  test("that fails is not counted, and the next one waits until an ordinary run has succeeded", async () => {
    await owner`update syncs set streak_threshold = 1`;
    await markSweeps("daily", db);
    await shopify.putToken(DEMO_ACCESS_TOKEN, { state: "expired" });
    expect(await nextScheduledRun()).toMatchObject({ kind: "sweep", state: "failed" });
    expect((await owner`select state from syncs`)[0]).toEqual({ state: "active" });
    await shopify.putToken(DEMO_ACCESS_TOKEN, { state: "live" });
    await markSweeps("daily", db);
    expect(await nextScheduledRun()).toMatchObject({ kind: "ordinary", state: "succeeded" });
    expect(await nextScheduledRun()).toMatchObject({ kind: "sweep", state: "succeeded" });
  });
});

describe("the weekly sweep", () => {
  test("finds who was never listed, a withdrawal that did not move `updatedAt`, and who was deleted; nothing is sent twice", async () => {
    await shopify.changeSettings({ consentMovesUpdatedAt: false });
    await shopify.importCustomers([customerAt("900", 500 * HOUR_MS)]);
    await shopify.writeEmailConsent("1003", { state: "UNSUBSCRIBED" });
    await shopify.deleteCustomer("1005");
    expect(await nextScheduledRun()).toMatchObject({ kind: "ordinary", state: "succeeded", verdict: "proven_quiet" });
    expect(await newWrites()).toEqual([]);
    expect([await isKnown("x900@example.com"), await onList("c2@example.com"), await onList("c4@example.com")]).toEqual(
      [false, true, true],
    );
    expect(await markSweeps("weekly", db)).toBe(1);
    // A daily mark does not take the place of a weekly one.
    expect(await markSweeps("daily", db)).toBe(0);
    const swept = await nextScheduledRun();
    expect(swept).toMatchObject({ kind: "sweep", sweep: "weekly", state: "succeeded", verdict: "healthy" });
    expect(swept.evidence).toMatchObject({
      ...{ walkKind: "id", floorMs: null },
      rows: CONSENTING + FIRST_PAGE,
      exactTotal: CONSENTING + FIRST_PAGE,
      missed: 1,
      missedAlive: 0,
    });
    expect(await onList("x900@example.com")).toBe(true);
    expect([await onList("c2@example.com"), await onList("c4@example.com")]).toEqual([false, false]);
    expect(await world.counts(swept.runId)).toMatchObject({ taken: 3 });
    expect(await newWrites()).toHaveLength(3);
    await markSweeps("weekly", db);
    expect(await nextScheduledRun()).toMatchObject({ kind: "sweep", state: "succeeded", verdict: "proven_quiet" });
    expect(await newWrites()).toEqual([]);
  });
});

test("a silence has one run read twice, the second time down to 48 hours ago, and finds what earlier walks missed; no finding", async () => {
  await shopify.importCustomers([customerAt("900", 20 * HOUR_MS)]);
  // A hundred records a day for weeks, and none for four hours.
  const busy = { a: 2000, b: 20, lastRecordMs: Date.now() - 4 * HOUR_MS, countedToMs: Date.now() - 60_000 };
  await owner`update silence_states set state = state || ${owner.json(busy)}, looked_again_at = null`;
  const { runId, state } = await nextScheduledRun();
  expect(state).toBe("succeeded");
  const walks = await owner`select asks_again as asks, evidence from walks where run_id = ${runId} order by started_at`;
  expect(walks.map(({ asks }) => asks)).toEqual([true, false]);
  expect(Math.abs(walks[1]?.evidence.floorMs - (Date.now() - 48 * HOUR_MS))).toBeLessThan(5 * 60_000);
  expect(await onList("x900@example.com")).toBe(true);
  expect(await newWrites()).toHaveLength(1);
  expect(await owner`select kind, evidence from findings`).toEqual([]);
  const next = await nextScheduledRun();
  expect(await owner`select id from walks where run_id = ${next.runId}`).toHaveLength(1);
});
