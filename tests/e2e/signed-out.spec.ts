import { expect, test } from "../support/journey-browser";
import { enterDemo, makeSync, mapTag } from "../support/journey-steps";

test.use({ instance: { name: "signed-out", timeScale: 60, customers: 60 } });

test("a session that ends while a rule is edited: nothing typed is lost, and it is saved after signing in elsewhere", async ({
  prepared: { merchant },
  visitor: { page },
}) => {
  await merchant.publishSuggested();
  await enterDemo(page);
  await makeSync(page, "Signed out meanwhile");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await mapTag(page, "vip", "IS_VIP");
  await expect(page.getByText(/You are signed out/)).toBeVisible();
  const elsewhere = await page.context().newPage();
  await enterDemo(elsewhere);
  await elsewhere.close();
  await page.getByRole("button", { name: "Save again" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Tag", { exact: true })).toHaveValue("vip");
});
