import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";
import { Refusal, say } from "./say.mjs";

/** What keeps Chromium quiet and off the network; its sandbox does not work as root. */
export const launchArgs = [
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

const debianPackages = ["chromium", "fonts-noto-cjk"];

/** The path of a Chromium: CHROMIUM_PATH, Playwright's own, or the system's; undefined when there is none. */
export function findChromium() {
  const places = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ];
  return places.find((place) => place && fs.existsSync(place));
}

/** Installs Debian's Chromium, where we may. */
async function installWithApt() {
  say(`no Chromium here: installing ${debianPackages.join(", ")} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...debianPackages], { env });
}

/**
 * A Chromium for the end-to-end tests, installed when it is missing and we are root on Debian or Ubuntu.
 * @returns {Promise<string>} its path
 * @throws Refusal that says what to install
 */
export async function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  const canInstall = process.getuid?.() === 0 && spawnSync("apt-get", ["--version"]).status === 0;
  if (canInstall) await installWithApt().catch((error) => say(`apt-get failed: ${error.message}`));
  const installed = findChromium();
  if (installed) return installed;
  throw new Refusal(
    "The end-to-end tests need Chromium. Install it (Debian: apt-get install chromium; any system: npx playwright install chromium) or set CHROMIUM_PATH.",
  );
}
