import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey-browser";
import { enterDemo, HOME, pressRunNow, turnSwitch, watchUntil } from "../support/journey-steps";

test.use({ instance: { name: "pause-banner", timeScale: 60, customers: 120 } });

test("five runs with an expired token pause the sync: the banner says why, Resume works once the token is mended", async ({
  prepared: { merchant },
  visitor: { page, look },
}) => {
  test.setTimeout(150_000);
  const syncId = await merchant.publishSuggested();
  const sync = `${HOME}/syncs/${syncId}`;
  await enterDemo(page);
  await turnSwitch(page, "Expire the token");
  await look("sandbox");
  for (let run = 1; run <= 5; run++) {
    await page.goto(sync);
    await pressRunNow(page);
    await watchUntil(page, "Failed");
  }
  await look("run-failed");
  await page.goto(sync);
  const banner = page.getByRole("region", { name: /^Paused/ });
  await expect(banner).toContainText("5 runs in a row failed");
  await expect(banner).toContainText(/token/i);
  await look("sync-paused");
  await page.goto(`${HOME}/syncs`);
  await expect(page.getByRole("row", { name: /Newsletter/ })).toContainText("Paused");
  await look("syncs-paused");

  await page.goto(sync);
  await check(page);
  await expect(banner).toContainText(/Shopify.*token/i);
  await expect(banner).toContainText("Answers, with every right a run needs.");
  await look("sync-checked");
  await resume(page);
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(/token/i);
  await look("resume-refused");
  await turnSwitch(page, "Mend the token");
  await page.goto(sync);
  await check(page);
  await expect(banner.getByText("Answers, with every right a run needs.")).toHaveCount(2);
  await resume(page);
  await expect(page.getByRole("dialog")).toBeHidden({ timeout: 20_000 });
  await expect(banner).toBeHidden();
  await pressRunNow(page);
  await watchUntil(page, "Succeeded");
});

async function check(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check both ends now" }).click();
  await expect(page.getByText(/^Checked at|nothing was written/)).toBeVisible({ timeout: 20_000 });
}

async function resume(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("The token was mended.");
  await dialog.getByRole("button", { name: "Check both ends and resume" }).click();
}
