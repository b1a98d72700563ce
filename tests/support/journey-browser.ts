import fs from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { checkoutDataDir } from "../../scripts/lib/paths.mjs";
import { expect, test as prepared } from "./prepared-app";

/** A person at a browser, whose console must stay silent. */
export interface Visitor {
  page: Page;
  /** Looks at the page that is open, light and dark: no accessibility violation, and a picture of each in the data directory. */
  look(name: string): Promise<void>;
}

const pictures = path.join(checkoutDataDir, "e2e-pictures");

/** What axe finds wrong with the page as it stands: rule, element. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")} ${node.html}`));
}

/** A colour in the middle of its transition is nobody's colour. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await Promise.allSettled(
      document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : [])),
    );
  });

async function lookAt(page: Page, name: string): Promise<void> {
  fs.mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settle(page);
    expect.soft(await violationsOf(page), `${name}, ${colorScheme}`).toEqual([]);
    await page.screenshot({ path: path.join(pictures, `${name}-${colorScheme}.png`), fullPage: true });
  }
}

/** @returns what the page complains of, filled as it happens */
export function listenTo(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

export const test = prepared.extend<{ visitor: Visitor }>({
  baseURL: async ({ prepared: { app } }, use) => use(app.url),
  visitor: async ({ page }, use) => {
    const complaints = listenTo(page);
    await use({ page, look: (name) => lookAt(page, name) });
    expect(complaints, "the browser's console").toEqual([]);
  },
});

export { expect };
