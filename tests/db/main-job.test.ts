import { beforeEach, describe, expect, test } from "vitest";
import type { Rule } from "@/lib/rules/schema";
import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { consentingCustomers as customers } from "../support/consenting-customers";
import { realWorld } from "../support/real-world";
import { RULE } from "../support/world/world";

const rule: Rule = { ...RULE, lists: [{ id: 1, name: "Newsletter", marketing: true }] };
const world = await realWorld(rule);
const { shopify, brevo } = world;
/** Every write that reached the account since the last reset. */
async function writes() {
  const { entries } = await brevo.journal(0, 10_000);
  return entries.filter((entry) => /^(POST|PUT) \/v3\/contacts/.test(entry.call));
}

/** The shop's customers who are on the newsletter list. */
async function listed() {
  const contacts = await brevo.truth();
  return contacts.filter((contact) => contact.listIds.includes(1) && /^c\d+@/.test(contact.email ?? ""));
}

describe("the main job on Postgres and the stand-ins", () => {
  beforeEach(async () => {
    await world.reset({ sharedAddresses: ["c0@example.com"], blocklistedAddress: "c1@example.com" });
    await shopify.importCustomers(customers(120), true);
  });

  test("everyone whose consent is provable arrives once, the blocklisted one stays so, and a second run writes nothing", async () => {
    const run = await world.run();
    expect(run).toMatchObject({ state: "succeeded", verdict: "healthy" });
    expect(await world.counts(run.id)).toMatchObject({ taken: 120, delivered: 120 });
    expect(await listed()).toHaveLength(120);
    expect((await brevo.getContact("c1@example.com")).emailBlacklisted).toBe(true);
    expect((await brevo.counters()).tripwire).toBe(0);
    const before = (await writes()).length;
    const again = await world.run();
    expect(again).toMatchObject({ state: "succeeded", verdict: "proven_quiet" });
    expect(await writes()).toHaveLength(before);
    expect(await world.counts(again.id)).toMatchObject({ taken: 0 });
  });

  test("three edits: the next run writes exactly those three", async () => {
    await world.run();
    const before = (await writes()).length;
    for (const id of ["1003", "1050", "1119"]) await shopify.editCustomer(id, { firstName: "Edited" });
    const run = await world.run();
    expect(run.state).toBe("succeeded");
    expect(await world.counts(run.id)).toMatchObject({ taken: 3, delivered: 3 });
    expect(await writes()).toHaveLength(before + 3);
    expect((await brevo.getContact("c2@example.com")).attributes.FIRSTNAME).toBe("Edited");
  });

  test("Run now after a scheduled run reads the whole shop, finds all known, and writes nothing", async () => {
    await world.run("scheduled");
    const before = (await writes()).length;
    const run = await world.run("manual");
    expect(run).toMatchObject({ state: "succeeded", verdict: "proven_quiet" });
    expect(await writes()).toHaveLength(before);
  });

  test("a walk by id that leaves out a known living record is unreadable", async () => {
    await world.run("scheduled");
    await shopify.schedule({ fault: "short-list", match: "CustomersPageById", times: "forever" });
    const run = await world.run("manual");
    expect(run).toMatchObject({ state: "failed", failure: { code: "source.unreadable" } });
  }, 60_000);

  test("a customer whose address changes is written under the new one and taken off the lists under the old", async () => {
    await world.run();
    const email = customers(10)[7]?.email;
    await shopify.editCustomer("1008", { email: { ...email, address: "moved@example.com" } });
    expect((await world.run()).state).toBe("succeeded");
    expect((await brevo.getContact("moved@example.com")).listIds).toContain(1);
    expect((await brevo.getContact("c7@example.com")).listIds).not.toContain(1);
    expect((await brevo.counters()).tripwire).toBe(0);
  });

  test("when the owner of a shared address is deleted, the other customer takes it over", async () => {
    const [first, second] = customers(2);
    await shopify.importCustomers([first, { ...second, email: first?.email }] as CustomerInput[], true);
    await world.run();
    expect((await brevo.getContact("c0@example.com")).attributes.FIRSTNAME).toBe("First 1");
    await shopify.deleteCustomer("1002");
    await shopify.editCustomer("1001", { lastName: "touched" });
    await world.run();
    await world.run();
    const contact = await brevo.getContact("c0@example.com");
    expect(contact.attributes.FIRSTNAME).toBe("First 0");
    expect(contact.listIds).toContain(1);
  });

  test("an opt-out of either customer who share an address wins", async () => {
    const [first, second] = customers(2);
    await shopify.importCustomers([first, { ...second, email: first?.email }] as CustomerInput[], true);
    await world.run();
    await shopify.editCustomer("1001", {
      email: { ...first?.email, marketingState: "UNSUBSCRIBED" } as CustomerInput["email"],
    });
    await world.run();
    const contact = await brevo.getContact("c0@example.com");
    expect(contact.listIds).not.toContain(1);
  });

  test("an expired token: a plain failure, bookmark unmoved; five such pause the sync", async () => {
    await world.run();
    const bookmark = await world.bookmark();
    await shopify.putToken(DEMO_ACCESS_TOKEN, { state: "expired" });
    for (let n = 0; n < 5; n++) {
      const run = await world.run();
      expect(run).toMatchObject({ state: "failed", failure: { code: "source.credential" } });
    }
    expect(await world.bookmark()).toEqual(bookmark);
    const [sync] = await world.owner`select state, pause_cause from syncs`;
    expect(sync).toMatchObject({ state: "paused", pause_cause: { code: "source.credential" } });
  });

  test("an emptied list while records are known is unreadable", async () => {
    await world.run();
    const bookmark = await world.bookmark();
    await shopify.schedule({ fault: "empty-list", match: "CustomersPage", times: "forever" });
    const run = await world.run();
    expect(run).toMatchObject({ state: "failed", verdict: "unreadable", failure: { code: "source.unreadable" } });
    expect(await world.bookmark()).toEqual(bookmark);
  }, 60_000);

  test.each(["commit-then-hang", "commit-then-reset", "500-after-commit", "truncated-json"])(
    "P9 %s: the write landed and its answer was lost: read back, one effect",
    async (fault) => {
      await brevo.schedule({ fault, match: "POST /v3/contacts", skip: 20, times: 1 });
      const run = await world.run();
      expect(run.state).toBe("succeeded");
      expect(await world.counts(run.id)).toMatchObject({ delivered: 120 });
      const subjects = (await writes()).map((entry) => entry.subject);
      expect(subjects.length - new Set(subjects).size).toBeLessThanOrEqual(1);
    },
    30_000,
  );

  test.each(["500-before-commit", "reset-before-commit", "429", "425", "slow"])(
    "P10 %s in the middle: every customer is delivered, nobody twice",
    async (fault) => {
      await brevo.schedule({ fault, match: "POST /v3/contacts", skip: 20, times: 1, delayMs: 300 });
      const run = await world.run();
      expect(run.state).toBe("succeeded");
      const committed = (await writes()).filter((entry) => entry.committed);
      expect(new Set(committed.map((entry) => entry.subject)).size).toBe(committed.length);
      expect(await listed()).toHaveLength(120);
    },
    30_000,
  );

  test("R16 one record that Brevo refuses for ever is held, the rest lands", async () => {
    await brevo.schedule({ fault: "400-dup-email", match: "POST /v3/contacts", skip: 50, times: 1 });
    const run = await world.run();
    expect(run.state).toBe("succeeded");
    expect(await world.counts(run.id)).toMatchObject({ delivered: 119, held: 1 });
  });
});
