import { expect, listenTo, test } from "../support/journey-browser";
import { enterDemo, HOME, pressRunNow, watchUntil } from "../support/journey-steps";

test.use({ instance: { name: "two-browsers", timeScale: 20, customers: 300 } });

test("two browsers press Run now at once: one works, the other ends as collided and says where the work is done", async ({
  browser,
  prepared: { merchant, app },
  visitor: { page: first, look },
}) => {
  const syncId = await merchant.publishSuggested();
  const context = await browser.newContext({ baseURL: app.url });
  const second = await context.newPage();
  const complaints = listenTo(second);
  const pages = [first, second];
  for (const page of pages) {
    await enterDemo(page);
    await page.goto(`${HOME}/syncs/${syncId}`);
  }
  await Promise.all(pages.map((page) => pressRunNow(page)));

  const runIds = pages.map((page) => page.url().split("/").at(-1) ?? "");
  const runs = await Promise.all(runIds.map((runId) => merchant.untilOver(runId)));
  expect(runs.map(({ state }) => state).sort()).toEqual(["collided", "succeeded"]);
  const [winner, loser] = runs[0]?.state === "succeeded" ? [first, second] : [second, first];
  await watchUntil(winner, "Succeeded");
  await watchUntil(loser, "Collided");
  await expect(loser.getByText("It is not counted as a failure.")).toBeVisible();
  await loser.getByRole("link", { name: /^See th/ }).click();
  await loser.waitForURL(winner.url());
  await look("run-of-two");
  await context.close();
  expect(complaints, "the second browser's console").toEqual([]);
});
