import { expect, test } from "vitest";
import type { Rule } from "@/lib/rules/schema";
import { CHUNK_SIZE } from "@/lib/runner/timing";
import { consentingCustomers } from "../support/consenting-customers";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

/** One batch of more than three chunks. */
const CUSTOMERS = 180;
const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
const world = await realWorld(rule);
const { shopify, brevo, owner } = world;

async function writes(): Promise<string[]> {
  const { entries } = await brevo.journal(0, 10_000);
  return entries
    .filter(({ call, committed }) => committed && /^(POST|PUT) \/v3\/contacts/.test(call))
    .map(({ subject }) => subject ?? "");
}

test("I11 a run cancelled in mid-batch ends by the next chunk, and the next one starts at once and does the rest", async () => {
  await world.reset({ sharedAddresses: [], blocklistedAddress: "blocked@example.com" });
  await shopify.importCustomers(consentingCustomers(CUSTOMERS), true);
  await brevo.schedule({ fault: "slow", match: "/v3/contacts", times: "forever", delayMs: 200 });
  const runId = await world.request("scheduled", "ordinary");
  const driven = world.drive(runId);
  while ((await writes()).length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
  const [asked] = await owner<{ state: string }[]>`
    update runs set cancel_requested_at = clock_timestamp() where id = ${runId} returning state`;
  expect(asked?.state).toBe("running");
  const before = (await writes()).length;
  expect(await driven).toMatchObject({ state: "cancelled" });
  expect((await writes()).length - before).toBeLessThanOrEqual(CHUNK_SIZE);
  await brevo.cancelFaults();
  const next = await world.run();
  expect(next).toMatchObject({ state: "succeeded" });
  expect((await world.counts(next.id)).delivered).toBeGreaterThanOrEqual(CUSTOMERS - 2 * CHUNK_SIZE);
  const all = await writes();
  expect(all).toHaveLength(CUSTOMERS);
  expect(new Set(all).size).toBe(CUSTOMERS);
}, 60_000);
