import { expect, test } from "../support/journey-browser";
import { enterDemo, HOME } from "../support/journey-steps";
import { hasProvableConsent } from "../support/truth";

test.use({ instance: { name: "keyboard", timeScale: 60, customers: 60 } });

test("the keyboard alone: the palette leads to a page, j and Enter to a sync, and a customer is found by id and by address", async ({
  prepared: { merchant, shopify },
  visitor: { page, look },
}) => {
  await merchant.untilOver(await merchant.runNow(await merchant.publishSuggested()));
  await enterDemo(page);
  await page.goto(`${HOME}/syncs`);
  // Keys are heard once the page is hydrated.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: "Newsletter" })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Newsletter" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await look("palette");
  await page.getByRole("combobox").fill("customer");
  await expect(page.getByRole("option")).toHaveText(["Find a customer"]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/records$/);
  const { customers } = await shopify.truth();
  const known = customers.find(hasProvableConsent);
  const field = page.getByLabel("Customer id or e-mail address");
  for (const search of [known?.id ?? "", known?.email?.address ?? ""]) {
    await field.fill(search);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: `Customer ${known?.id} in Newsletter` })).toBeVisible();
    await expect(page.getByText("Confirmed by Brevo").first()).toBeVisible();
  }
  expect(page.url()).not.toContain("@");
  await look("record-found");
});
