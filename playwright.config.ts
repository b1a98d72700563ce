import { defineConfig } from "@playwright/test";
import { findChromium, launchArgs } from "./scripts/lib/chromium.mjs";

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME;

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  timeout: 90_000,
  expect: { timeout: 10_000 },
  // Each file starts an instance of its own: database, web, worker, stand-ins.
  workers: 2,
  retries: 0,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  outputDir: ".data/test-results",
  use: {
    viewport: { width: 1280, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: { executablePath: findChromium(), args: launchArgs },
  },
});
