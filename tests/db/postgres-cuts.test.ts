import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Rule } from "@/lib/rules/schema";
import { consentingCustomers } from "../support/consenting-customers";
import { type RunRow, realWorld } from "../support/real-world";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { RULE } from "../support/world/world";

const CUSTOMERS = 60;
/** Answers are held back so long that the cut comes between a commit and its answer. */
const ANSWER_DELAY_MS = 100;
const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
let proxy: TcpProxy | undefined;
const world = await realWorld(rule, {
  database: async (url) => {
    const { hostname: host, port } = new URL(url);
    proxy = await startTcpProxy({ host, port: Number(port) });
    return Object.assign(new URL(url), { port: proxy.port }).href;
  },
});
const { shopify, brevo, ports } = world;
afterAll(() => proxy?.close());

/** `before it arrives`: the connection is gone when the statement is sent. `answer lost`: all of it is carried out, and nobody is told. */
const CUTS = ["before it arrives", "answer lost"] as const;
type Cut = (typeof CUTS)[number];

const honest = { deliveries: { ...ports.deliveries }, leases: { ...ports.leases } };
afterEach(() => {
  Object.assign(ports.deliveries, honest.deliveries);
  Object.assign(ports.leases, honest.leases);
});

/** Carries one call of a store out over a line that is cut. @param committed whether its effect is there @throws what the store throws then */
async function overCutLine<T>(cut: Cut, call: () => Promise<T>, committed: () => Promise<boolean>): Promise<T> {
  if (!proxy) throw new Error("no proxy");
  if (cut === "before it arrives") {
    proxy.cut();
    const called = call();
    proxy.cut();
    return called;
  }
  proxy.faults.answerDelayMs = ANSWER_DELAY_MS;
  const called = call();
  let isOver = false;
  called.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  while (!(isOver || (await committed()))) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isOver, "cut before its answer came").toBe(false);
  proxy.cut();
  proxy.faults.answerDelayMs = 0;
  return called;
}

const anyRow = async (rows: Promise<readonly unknown[]>): Promise<boolean> => (await rows).length > 0;
const settled = () => anyRow(world.owner`select from ledger where closed_at is not null limit 1`);
const claimed = () => anyRow(world.owner`select from ledger where state = 'claimed' limit 1`);
const parked = () => anyRow(world.owner`select from runs where state = 'waiting' limit 1`);

/** Drives the run as the engine does: a leg that threw, or whose run nobody goes on with, is driven again. */
async function driveToTheEnd(runId: string): Promise<RunRow> {
  for (let tries = 0; tries < 20; tries++) {
    const run = await world.drive(runId).catch(() => null);
    if (run && !["queued", "running", "waiting"].includes(run.state)) return run;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error("the run does not end");
}

async function expectEverybodyOnce() {
  const contacts = (await brevo.truth()).filter(({ email }) => /^c\d+@/.test(email ?? ""));
  expect(contacts.filter(({ listIds }) => listIds.includes(1))).toHaveLength(CUSTOMERS);
  const { entries } = await brevo.journal(0, 10_000);
  const writes = entries.filter(({ call, committed }) => committed && /^(POST|PUT) \/v3\/contacts/.test(call));
  expect(writes).toHaveLength(new Set(writes.map(({ subject }) => subject)).size);
}

beforeEach(async () => {
  await world.reset({ sharedAddresses: [], blocklistedAddress: "blocked@example.com" });
  await shopify.importCustomers(consentingCustomers(CUSTOMERS), true);
});

describe("the line to Postgres is cut", () => {
  test.each(CUTS)(
    "during a settle (%s): the next leg looks before it sends; nothing lost, nobody twice",
    async (cut) => {
      let settles = 0;
      ports.deliveries.settle = (...args) =>
        ++settles === 1
          ? overCutLine(cut, () => honest.deliveries.settle(...args), settled)
          : honest.deliveries.settle(...args);
      const run = await driveToTheEnd(await world.request("scheduled", "ordinary"));
      expect(settles).toBeGreaterThan(1);
      expect(run.state).toBe("succeeded");
      await expectEverybodyOnce();
    },
    60_000,
  );

  test.each(CUTS)(
    "during a claim (%s): nothing was sent for it; the next leg claims again",
    async (cut) => {
      let claims = 0;
      ports.deliveries.claim = (...args) =>
        ++claims === 2
          ? overCutLine(cut, () => honest.deliveries.claim(...args), claimed)
          : honest.deliveries.claim(...args);
      const run = await driveToTheEnd(await world.request("scheduled", "ordinary"));
      expect(claims).toBeGreaterThan(2);
      expect(run.state).toBe("succeeded");
      await expectEverybodyOnce();
    },
    60_000,
  );

  test.each(CUTS)(
    "while a run parks (%s): it is driven again, and goes on",
    async (cut) => {
      await shopify.schedule({ fault: "edge-5xx", match: "CustomersByIds", skip: 1, times: 1 });
      let parks = 0;
      ports.leases.park = (...args) =>
        ++parks === 1 ? overCutLine(cut, () => honest.leases.park(...args), parked) : honest.leases.park(...args);
      const run = await driveToTheEnd(await world.request("scheduled", "ordinary"));
      expect(parks).toBeGreaterThan(0);
      expect(run.state).toBe("succeeded");
      await expectEverybodyOnce();
    },
    60_000,
  );
});
