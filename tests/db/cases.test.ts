import { beforeEach, describe, expect, test } from "vitest";
import { closeDeadRun } from "@/lib/db/dead-runs";
import { announce, claimDueSync } from "@/lib/db/run-requests";
import { deadRuns, dueSyncs } from "@/lib/db/system";
import type { Rule } from "@/lib/rules/schema";
import { streakDecision } from "@/lib/runner/attempts";
import { runLeg } from "@/lib/runner/leg";
import { nextDueMs } from "@/lib/runner/schedule";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { consentingCustomers as customers } from "../support/consenting-customers";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

/*
 * Cases from the field on real Postgres and both stand-ins: each test is named after its id in ../shared/cases/unattended.json.
 */

const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
const world = await realWorld(rule);
const { shopify, brevo, owner, db, syncId, workspaceId } = world;

beforeEach(async () => {
  await world.reset({ sharedAddresses: [], blocklistedAddress: "blocked@example.com" });
  await shopify.importCustomers(customers(30), true);
});

const committedWrites = async () =>
  (await brevo.journal(0, 10_000)).entries.filter(
    (one) => /^(POST|PUT) \/v3\/contacts/.test(one.call) && one.committed,
  );
const nameOf = async (address: string) => (await brevo.getContact(address)).attributes.FIRSTNAME;

test.each(["denied-scope", "data-null"])(
  "R2: null data beside errors (%s) is no empty list: the run fails, bookmark unmoved",
  async (fault) => {
    await world.run();
    const bookmark = await world.bookmark();
    await shopify.schedule({ fault, match: "CustomersPage", times: "forever" });
    expect(await world.run()).toMatchObject({ state: "failed", failure: { code: "source.scope" } });
    expect(await world.bookmark()).toEqual(bookmark);
  },
);

test("P11: two processes drive a scheduled and a manual run at once: one works, the other ends as collided", async () => {
  const scheduled = await world.request("scheduled", "ordinary");
  await shopify.schedule({ fault: "slow", match: "CustomersPage", times: 1, delayMs: 700 });
  const working = world.drive(scheduled);
  await expect
    .poll(async () => (await owner`select state from runs where id = ${scheduled}`)[0]?.state)
    .toBe("running");
  expect(await world.run("manual")).toMatchObject({ state: "collided", failure: { code: "run.collided" } });
  expect(await working).toMatchObject({ state: "succeeded" });
  expect(await committedWrites()).toHaveLength(30);
});

test("P16: failing, recovered, failing again: the finding is opened, cleared and opened", async () => {
  const turns: [string, number][] = [
    ["expired", 3],
    ["live", 1],
    ["expired", 3],
  ];
  for (const [state, runs] of turns) {
    await shopify.putToken(DEMO_ACCESS_TOKEN, { state: state as "live" });
    for (let n = 0; n < runs; n++) expect((await world.run()).state).toBe(state === "live" ? "succeeded" : "failed");
  }
  const findings =
    await owner`select state from findings where sync_id = ${syncId} and kind = 'sync.access_lost' order by opened_at`;
  expect(findings.map((one) => one.state)).toEqual(["resolved", "open"]);
});

test("P18: who unsubscribed in Brevo stays so through a full re-sync", async () => {
  await world.run();
  await brevo.actAsMerchant("c4@example.com", { action: "opt-out" });
  const before = await brevo.getContact("c4@example.com");
  const runId = await world.request("manual", "ordinary");
  await owner`update runs set resend = true where id = ${runId}`;
  expect((await world.drive(runId)).state).toBe("succeeded");
  expect(await world.counts(runId)).toMatchObject({ delivered: 30 });
  const { modifiedAt: _was, ...kept } = before;
  const { modifiedAt: _is, ...now } = await brevo.getContact("c4@example.com");
  expect(now).toEqual(kept);
  expect(now.emailBlacklisted).toBe(true);
  expect((await brevo.counters()).tripwire).toBe(0);
});

test("R5: 600 customers with one updatedAt, 250 to a page: none is lost by either walk", async () => {
  const [one] = customers(1);
  // One in ten may be written to: it is the walk that is on trial.
  const tied = customers(600).map((each, n) => ({
    ...each,
    updatedAt: one?.updatedAt,
    email: { ...each.email, marketingState: n % 10 === 0 ? "SUBSCRIBED" : "NOT_SUBSCRIBED" },
  })) as CustomerInput[];
  await shopify.importCustomers(tied, true);
  const first = await world.run();
  expect(await world.counts(first.id)).toMatchObject({ taken: 600, delivered: 60, refused: 540 });
  const updatedAt = `${new Date(Date.now() - 300_000).toISOString().slice(0, 19)}Z`;
  await shopify.importCustomers(
    tied.map((each) => ({ ...each, updatedAt })),
    false,
  );
  const second = await world.run();
  expect(second).toMatchObject({ state: "succeeded", verdict: "healthy" });
  expect(await world.counts(second.id)).toMatchObject({ taken: 600, unchanged: 60, refused: 540 });
}, 60_000);

test("R9: the process dies during a scheduled run: its row is closed after a lease and the next tick's run goes on", async () => {
  const { timing } = world.ports;
  const dead = await world.request("scheduled", "ordinary");
  const driver = await announce(workspaceId, dead, db);
  const destination = { calls: 0 };
  const dying = {
    ...world.ports,
    open: async (brief: Parameters<typeof world.ports.open>[0]) => {
      const ends = await world.ports.open(brief);
      const write = async (input: Parameters<typeof ends.destination.write>[0]) => {
        const answer = await ends.destination.write(input);
        if (++destination.calls > 5) await new Promise(() => undefined);
        return answer;
      };
      return { ...ends, destination: { ...ends.destination, write } };
    },
  };
  void runLeg(dying, { runId: dead, driver: driver ?? "" });
  // Five were answered, ten hang: nothing of this leg beats any more.
  await expect.poll(() => destination.calls, { timeout: 10_000 }).toBe(15);
  await owner`update leases set beat_at = beat_at - ${timing.leaseMs} * interval '1 millisecond'`;
  const [found] = await deadRuns(timing.leaseMs, 9, db);
  expect(found).toEqual({ workspaceId, runId: dead });
  expect(await closeDeadRun({ workspaceId, runId: dead }, timing.leaseMs, streakDecision, db)).toBe(true);
  await owner`update syncs set next_run_at = clock_timestamp() - interval '1 second'`;
  const [due] = await dueSyncs(9, db);
  const next = due && (await claimDueSync(due, Date.now() + 900_000, db));
  expect((await world.drive(next ?? "")).state).toBe("succeeded");
  expect(await committedWrites()).toHaveLength(30);
}, 40_000);

test("R12: the same leg delivered 21 times at once has one effect", async () => {
  const runId = await world.request("scheduled", "ordinary");
  const driver = (await announce(workspaceId, runId, db)) ?? "";
  await Promise.all(Array.from({ length: 21 }, () => runLeg(world.ports, { runId, driver })));
  expect(await world.counts(runId)).toMatchObject({ taken: 30, delivered: 30 });
  expect(await committedWrites()).toHaveLength(30);
}, 40_000);

test("I13: a changed schedule moves next_run_at alone: the tick that was listed before it finds nothing", async () => {
  await owner`update syncs set next_run_at = clock_timestamp() - interval '1 second'`;
  const [listed] = await dueSyncs(9, db);
  if (!listed) throw new Error("due");
  const laterMs = nextDueMs({ kind: "interval", minutes: 30 }, Date.now());
  await owner`update syncs set schedule = '{"kind":"interval","minutes":30}', next_run_at = at_ms(${laterMs})`;
  expect(await claimDueSync(listed, Date.now() + 900_000, db)).toBeNull();
  expect(await dueSyncs(9, db)).toEqual([]);
  await owner`update syncs set next_run_at = clock_timestamp() - interval '1 second'`;
  expect((await dueSyncs(9, db))[0]).toMatchObject({ schedule: { kind: "interval", minutes: 30 } });
});

describe("Shopify's clock an hour off", () => {
  test.each([3_600_000, -3_600_000])(
    "by %i ms, set and mended between runs: nothing is lost, the bookmark never goes back",
    async (clockSkewMs) => {
      const bookmarks: number[] = [];
      const editAndRun = async (skewMs: number, id: number, name: string) => {
        await shopify.changeSettings({ clockSkewMs: skewMs });
        await shopify.editCustomer(String(id), { firstName: name });
        expect((await world.run()).state).toBe("succeeded");
        // After the read and before the next run: the walk of this run has not seen it.
        await shopify.editCustomer(String(id + 1), { firstName: name });
        bookmarks.push((await world.bookmark())?.getTime() ?? 0);
      };
      await world.run();
      for (const [n, skewMs] of [clockSkewMs, clockSkewMs, 0, clockSkewMs, 0].entries())
        await editAndRun(skewMs, 1003 + 3 * n, `Edit ${n}`);
      expect((await world.run()).state).toBe("succeeded");
      for (let n = 0; n < 5; n++) {
        expect(await nameOf(`c${2 + 3 * n}@example.com`)).toBe(`Edit ${n}`);
        expect(await nameOf(`c${3 + 3 * n}@example.com`)).toBe(`Edit ${n}`);
      }
      expect(bookmarks.every((at, n) => n === 0 || at >= (bookmarks[n - 1] ?? 0))).toBe(true);
    },
    60_000,
  );
});
