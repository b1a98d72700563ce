import { expect, test } from "vitest";
import { DEMO_LISTS } from "@/lib/demo/brevo/account-shape";
import { seedDemoAccount } from "@/lib/demo/brevo/seed-account";
import { createBrevoStandIn } from "@/lib/sandbox/brevo/stand-in";
import { hostStandIn } from "@/lib/sandbox/host";

const now = new Date("2026-11-29T08:00:00.000Z");
const account = {
  sharedAddresses: ["Shop1@example.com", "shop2@example.com"],
  blocklistedAddress: "shop2@example.com",
  now,
};

function hostEmpty() {
  return hostStandIn(
    (host) => createBrevoStandIn(host),
    () => now,
  ).standIn;
}

test("the demo account holds 40 contacts, the shared among them, and exactly one opted out", async () => {
  const standIn = hostEmpty();
  expect(await seedDemoAccount(standIn, account)).toBe(40);
  const contacts = standIn.allContacts();
  expect(contacts).toHaveLength(40);
  expect(contacts.filter(({ emailBlacklisted }) => emailBlacklisted).map(({ email }) => email)).toEqual([
    "shop2@example.com",
  ]);
  expect(standIn.findContact("shop1@example.com")?.emailBlacklisted).toBe(false);
  expect(contacts.every(({ createdAt }) => createdAt < now.toISOString())).toBe(true);
  for (const { id } of Object.values(DEMO_LISTS)) {
    expect(contacts.some(({ listIds }) => listIds.includes(id))).toBe(true);
  }
});

test("seeding twice adds nobody and lifts nothing", async () => {
  const standIn = hostEmpty();
  await seedDemoAccount(standIn, account);
  standIn.actAsMerchant("shop1@example.com", { action: "opt-out" });
  expect(await seedDemoAccount(standIn, account)).toBe(0);
  expect(standIn.findContact("shop1@example.com")?.emailBlacklisted).toBe(true);
  expect(standIn.counters().tripwire).toBe(0);
});

test("more shared addresses than fit are cut, and the one opted out stays in", async () => {
  const standIn = hostEmpty();
  const sharedAddresses = Array.from({ length: 60 }, (_, index) => `c${index}@example.com`);
  await seedDemoAccount(standIn, { sharedAddresses, blocklistedAddress: "c59@example.com", now });
  expect(standIn.allContacts()).toHaveLength(40);
  expect(standIn.findContact("c59@example.com")?.emailBlacklisted).toBe(true);
});
