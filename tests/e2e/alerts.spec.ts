import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey-browser";
import { enterDemo, HOME, turnSwitch } from "../support/journey-steps";

test.use({ instance: { name: "alerts", timeScale: 60, customers: 60 } });

const MAILBOX = `${HOME}/sandbox/mailbox`;
const mails = (page: Page, subject: RegExp) => page.getByRole("heading", { level: 3, name: subject });

async function untilMailed(page: Page, subject: RegExp, count: number): Promise<void> {
  await page.goto(MAILBOX);
  await expect(mails(page, subject)).toHaveCount(count, { timeout: 30_000 });
}

test("a lost token is told once in plain words, and its end too; a stopped mailer delays it; findings can be answered", async ({
  prepared: { merchant, owner },
  visitor: { page, look },
}) => {
  test.setTimeout(240_000);
  const syncId = await merchant.publishSuggested();
  await owner`update syncs set streak_threshold = 20 where id = ${syncId}`;
  expect((await merchant.untilOver(await merchant.runNow(syncId))).state).toBe("succeeded");
  await enterDemo(page);
  await page.goto(`${HOME}/findings`);
  await expect(page.getByText("All clear")).toBeVisible();
  await look("findings-clear");

  // A test goes the way of every notice, and verifies the channel.
  await page.goto(`${HOME}/alerts`);
  await expect(page.getByText("Not verified yet")).toBeVisible();
  await page.getByRole("button", { name: "Send a test to Shop team" }).click();
  await expect(page.getByText("Verified", { exact: true })).toBeVisible({ timeout: 20_000 });
  await untilMailed(page, /^A test from Nightpost$/, 1);

  await turnSwitch(page, "Expire the token");
  for (let failed = 1; failed <= 2; failed++)
    expect((await merchant.untilOver(await merchant.runNow(syncId))).state).toBe("failed");
  await untilMailed(page, /^Access is lost/, 1);
  await expect(page.getByText("Cause: Shopify refused our access token.")).toBeVisible();
  await look("sandbox-mailbox");
  for (let failed = 1; failed <= 10; failed++) await merchant.untilOver(await merchant.runNow(syncId));
  await expect.poll(async () => (await owner`select from alert_deliveries where state = 'queued'`).length).toBe(0);
  await untilMailed(page, /./, 2);

  await page.goto(`${HOME}/findings`);
  await expect(page.getByRole("heading", { level: 3, name: "Access is lost" })).toBeVisible();
  await look("findings");
  await page.getByRole("button", { name: "Acknowledge: Access is lost" }).click();
  await expect(page.getByText(/^Seen by /)).toBeVisible();

  // Mended while the mailer is stopped: the all-clear waits, and arrives when it is back.
  await page.goto(MAILBOX);
  await page.getByRole("button", { name: "Stop the mailer" }).click();
  await expect(page.getByText("The mailer is stopped")).toBeVisible();
  await turnSwitch(page, "Mend the token");
  expect((await merchant.untilOver(await merchant.runNow(syncId))).state).toBe("succeeded");
  // The log is not live: it is opened until the first attempt has been made.
  await expect(async () => {
    await page.goto(`${HOME}/alerts`);
    await expect(page.getByText(/asked us to come again later/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await look("alerts");
  await page.goto(MAILBOX);
  await page.getByRole("button", { name: "Start the mailer" }).click();
  await untilMailed(page, /^All clear/, 1);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const place of ["findings", "alerts", "sandbox/mailbox"]) {
    await page.goto(`${HOME}/${place}`);
    await look(`phone-${place.replace("/", "-")}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
});
