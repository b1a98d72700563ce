import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../../scripts/lib/paths.mjs";
import { expect, test, violationsOf } from "../support/journey-browser";
import { enterDemo, HOME, pressRunNow, watchUntil } from "../support/journey-steps";

test.use({ instance: { name: "every-page", timeScale: 60, customers: 60 } });

/** Addresses of all pages as the file system names them, such as `/w/[workspace]/syncs/[sync]`. */
const ROUTES = fs
  .readdirSync(path.join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "page.tsx")
  .map((file) => `/${path.dirname(file)}`.replace(/\/\([^)]+\)/g, "").replace(/\/\.$/, "/"))
  .sort();

/** @throws for a parameter that nobody has said a value for: say it in the test below */
const fill = (route: string, values: Record<string, string>) =>
  route.replace(/\[([^\]]+)\]/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${route}: which ${name} is to be looked at?`);
    return value;
  });

const nameOf = (route: string) => `page${route.replace(/[/[\]]+/g, "-")}`.replace(/-$/, "");

async function fitsAPhone(page: Page, route: string): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(tooWide, `${route} is wider than a phone`).toBeLessThanOrEqual(0);
  if (size) await page.setViewportSize(size);
}

test("every page, light and dark: nothing that axe complains of, and none wider than a phone", async ({
  prepared: { merchant },
  visitor: { page, look },
}) => {
  test.setTimeout(240_000);
  const sync = await merchant.publishSuggested();
  const visit = async (route: string, values: Record<string, string>) => {
    await page.goto(fill(route, values), { waitUntil: "networkidle" });
    await look(nameOf(route));
    await fitsAPhone(page, route);
  };
  const open = ROUTES.filter((route) => !route.startsWith("/w/"));
  for (const route of open) await visit(route, {});
  await enterDemo(page);
  await page.goto(`${HOME}/syncs/${sync}`);
  await pressRunNow(page);
  await watchUntil(page, "Succeeded");
  const values = { workspace: HOME.split("/").at(-1) ?? "", sync, run: page.url().split("/").at(-1) ?? "" };
  for (const route of ROUTES.filter((one) => one.startsWith("/w/"))) await visit(route, values);
  expect(ROUTES.length).toBeGreaterThan(10);
});

test("control: axe sees a field whose label was taken out", async ({ visitor: { page } }) => {
  await enterDemo(page);
  await page.goto(`${HOME}/syncs/new`);
  await expect(page.getByLabel("Name")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.evaluate(() => document.querySelector("label")?.remove());
  expect((await violationsOf(page)).join()).toContain("label");
});
