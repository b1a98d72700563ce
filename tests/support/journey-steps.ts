import { expect, type Page } from "@playwright/test";
import { DEMO_WORKSPACE_ID } from "@/lib/demo/workspace";

/** The demo's pages. */
export const HOME = `/w/${DEMO_WORKSPACE_ID}`;

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });

export async function enterDemo(page: Page): Promise<void> {
  await page.goto("/");
  await button(page, "Enter the demo").click();
  await page.waitForURL(new RegExp(`${HOME}(/|$)`));
}

/** Connects the demo's shop and Brevo account, one click each. */
export async function connectBothEnds(page: Page): Promise<void> {
  await page.goto(`${HOME}/connections`);
  for (const name of ["Connect the demo shop", "Connect the demo Brevo account"]) {
    await button(page, name).click();
    await expect(button(page, name)).toBeHidden({ timeout: 20_000 });
  }
  await expect(page.getByText("Both ends are connected")).toBeVisible();
}

/** @returns the path of the new sync, whose rule is open then */
export async function makeSync(page: Page, name: string): Promise<string> {
  await page.goto(`${HOME}/syncs/new`);
  await page.getByLabel("Name").fill(name);
  for (const label of ["From this shop", "To this Brevo account"]) await chooseOnly(page, label);
  await button(page, "Create sync").click();
  await page.waitForURL(/\/rule$/);
  return new URL(page.url()).pathname.replace(/\/rule$/, "");
}

/** Chooses the one end there is. */
async function chooseOnly(page: Page, label: string): Promise<void> {
  const select = page.getByLabel(label);
  const values = await select
    .locator("option")
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  const [only, ...others] = values.filter((value) => value !== "");
  expect(others).toEqual([]);
  await select.selectOption(only ?? "");
}

/** Adds a mapping row that says whether a customer has a tag. */
export async function mapTag(page: Page, tag: string, attribute: string): Promise<void> {
  await button(page, "Add row").click();
  const row = page.getByRole("group", { name: /^Row \d+$/ }).last();
  await row.getByLabel("Shopify field").selectOption("tags");
  await row.getByLabel("Change").selectOption("has_tag");
  await row.getByLabel("Tag", { exact: true }).fill(tag);
  await row.getByLabel("Brevo attribute").selectOption(attribute);
}

/** Previews the draft. @returns the preview's figures by verdict, which add up */
export async function preview(page: Page): Promise<Record<string, number>> {
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await button(page, /^Preview( again)?$/).click();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 60_000 });
  const totals = page.getByRole("region", { name: "Totals" });
  const figures: Record<string, number> = {};
  for (const verdict of ["Create", "Update", "Unchanged", "Refused", "Filtered"]) {
    const row = totals.locator("dl > div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${verdict}$`) }) });
    figures[verdict] = numberIn(await row.locator("dd").last().textContent());
  }
  const read = numberIn(await totals.getByText(/^Of [\d,]+ customers read$/).textContent());
  expect(Object.values(figures).reduce((sum, figure) => sum + figure)).toBe(read);
  return figures;
}

/** The first whole number of a text. */
export function numberIn(text: string | null): number {
  const found = /\d[\d,]*/.exec(text ?? "");
  if (!found) throw new Error(`no number in "${text}"`);
  return Number(found[0].replaceAll(",", ""));
}

/** Publishes what was previewed; the sync's page is open then. */
export async function publish(page: Page): Promise<void> {
  await button(page, "Publish…").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Publish version \d+$/ })
    .click();
  await page.waitForURL(/\/syncs\/[0-9a-f-]{36}$/);
}

export async function setSchedule(page: Page, kind: "off" | "interval", minutes?: number): Promise<void> {
  await page.getByLabel("When it runs").selectOption(kind);
  if (minutes !== undefined) await page.getByLabel("Minutes between runs").fill(String(minutes));
  await button(page, "Save schedule").click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
}

export async function pressRunNow(page: Page): Promise<void> {
  await button(page, "Run now").click();
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/);
}

/** Watches the run's page, without reloading it, until it shows a state. */
export async function watchUntil(page: Page, state: string, withinMs = 90_000): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).locator("..").getByText(state, { exact: true })).toBeVisible({
    timeout: withinMs,
  });
}

/** The counts that a run's page shows, after checking that its own sum is right. */
export async function countsOn(page: Page): Promise<Record<string, number>> {
  const text = (await page.getByTestId("counts-sum").textContent()) ?? "";
  const [whole = "", parts = ""] = text.split("=");
  const counts = Object.fromEntries(
    parts.split("+").map((part) => [part.replace(/[\d,]/g, "").trim(), numberIn(part)] as const),
  );
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(numberIn(whole));
  return { ...counts, read: numberIn(whole) };
}

/** Edits a customer on the Sandbox page, as somebody at the shop would. */
export async function editCustomer(
  page: Page,
  customerId: string,
  edit: (dialog: Dialog) => Promise<unknown>,
): Promise<void> {
  await page.goto(`${HOME}/sandbox/shop?q=${customerId}`);
  await button(page, /^Edit /).click();
  const dialog = page.getByRole("dialog");
  await edit(dialog);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
}

type Dialog = ReturnType<Page["getByRole"]>;

/** Turns a switch on the Sandbox page, such as "Expire the token". */
export async function turnSwitch(page: Page, name: string): Promise<void> {
  await page.goto(`${HOME}/sandbox`);
  await button(page, name).click();
  await expect(button(page, name)).toBeHidden();
}
