import { afterAll, describe, expect, it } from "vitest";
import { clearAttempts, takeAttempt } from "@/lib/auth/attempt-limits";
import { closeDatabase } from "@/lib/db/client";
import { demoInstallation } from "./support";

const db = await demoInstallation();
afterAll(closeDatabase);

const attempts = (count: number, keys: Parameters<typeof takeAttempt>[0]) =>
  Promise.all(Array.from({ length: count }, () => takeAttempt(keys)));

describe("takeAttempt", () => {
  it("counts attempts that come at once, and lets exactly ten through for one account", async () => {
    const waits = await attempts(25, { account: "ada@example.com" });
    expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
    for (const wait of waits.filter((wait) => wait > 0)) expect(wait).toBeLessThanOrEqual(15 * 60_000);
  });

  it("does not let one account's failures lock another", async () => {
    expect(await takeAttempt({ account: "bob@example.com" })).toBe(0);
  });

  it("limits an address across accounts, more widely", async () => {
    const waits = await Promise.all(
      Array.from({ length: 70 }, (_, i) => takeAttempt({ account: `user${i}@example.com`, address: "203.0.113.9" })),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(60);
  });

  it("forgets an account's failures after a success", async () => {
    await attempts(12, { account: "cy@example.com" });
    await clearAttempts({ account: "cy@example.com" });
    expect(await takeAttempt({ account: "cy@example.com" })).toBe(0);
  });

  it("opens again when the window has passed", async () => {
    await attempts(12, { account: "dee@example.com" });
    await db.sql`update rate_limits set last_request = last_request - 15 * 60000`;
    expect(await attempts(2, { account: "dee@example.com" })).toEqual([0, 0]);
  });

  it("stores neither mail nor network addresses", async () => {
    const keys = (await db.sql`select key from rate_limits`).map((row) => String(row.key));
    expect(keys.length).toBeGreaterThan(50);
    expect(keys.filter((key) => /@|203\.0/.test(key))).toEqual([]);
  });
});
