import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { DEMO_EMAIL } from "@/lib/auth/enter-demo-endpoint";
import { root } from "../../scripts/lib/paths.mjs";
import type { Merchant } from "../support/journey";
import { expect, test, violationsOf } from "../support/journey-browser";
import { enterDemo, HOME } from "../support/journey-steps";

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

/** A published sync with a run behind it. */
async function published(merchant: Merchant): Promise<{ sync: string; run: string }> {
  const sync = await merchant.publishSuggested();
  const run = await merchant.runNow(sync);
  await merchant.untilOver(run);
  return { sync, run };
}

/** Before anybody is signed in. */
const OUTSIDE = ["/", "/sign-in", "/sign-up", "/invite/[token]"];

test("every page, light and dark: nothing that axe complains of, and none wider than a phone", async ({
  prepared: { merchant, owner },
  visitor: { page, look },
}) => {
  test.setTimeout(600_000);
  const { sync, run } = await published(merchant);
  const visit = async (route: string, values: Record<string, string>) => {
    await page.goto(fill(route, values), { waitUntil: "networkidle" });
    await look(nameOf(route));
    await fitsAPhone(page, route);
  };
  for (const route of OUTSIDE) await visit(route, { token: "not-an-invitation" });
  await enterDemo(page);
  // Support's console is a 404 for everybody else.
  await owner`insert into support_staff (user_id) select id from users where email = ${DEMO_EMAIL}`;
  const values = { workspace: HOME.split("/").at(-1) ?? "", sync, run };
  for (const route of ROUTES.filter((one) => !OUTSIDE.includes(one))) await visit(route, values);
  expect(ROUTES).toEqual(expect.arrayContaining([...OUTSIDE, "/w/[workspace]/syncs/[sync]/runs/[run]"]));
});

test("control: axe sees a field whose label was taken out", async ({ visitor: { page } }) => {
  await page.goto("/sign-in");
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.evaluate(() => document.querySelector("label")?.remove());
  expect((await violationsOf(page)).join()).toContain("label");
});
