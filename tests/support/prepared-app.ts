import fs from "node:fs";
import path from "node:path";
import { test as base, expect } from "@playwright/test";
import postgres from "postgres";
import { freePort } from "../../scripts/lib/ports.mjs";
import { type AppInstance, startApp } from "./app-instance";
import { createMerchant, type Merchant } from "./journey";
import { createStandIns, type StandIns } from "./journey-stand-ins";

/** A file that says `test.use({ instance: … })` gets a test process and a Nightpost of its own. */
export interface InstanceOptions {
  /** Unlike every other file's: that is what keeps their processes apart. */
  name: string;
  /** How many times shorter the waits are. */
  timeScale: number;
  /** How many of the demo's customers stay in the shop; all when absent. */
  customers?: number;
}

/** A running Nightpost with the demo in it, what stands behind it, and a merchant who acts without a browser. */
export interface PreparedApp extends StandIns {
  app: AppInstance;
  merchant: Merchant;
  /** The database's owner, bound by nothing. */
  owner: postgres.Sql;
}

/** Ports that stay the same when everything is started again, so that the addresses which this process knows stay right. */
async function fixedPorts(): Promise<Record<string, string>> {
  const names = ["NIGHTPOST_DATABASE_PORT", "SANDBOX_API_PORT", "SANDBOX_CONTROL_PORT", "SANDBOX_MAIL_PORT"];
  const ports = await Promise.all(names.map(() => freePort(0)));
  return Object.fromEntries(names.map((name, index) => [name, String(ports[index])]));
}

const readSecrets = (app: AppInstance): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(app.dataDir, "secrets.json"), "utf8"));

/** Gives this process the environment of the instance: use-cases called here do what they do there. */
function adopt(app: AppInstance, timeScale: number): void {
  Object.assign(process.env, readSecrets(app), {
    NIGHTPOST_DEMO: "1",
    NIGHTPOST_TIME_SCALE: String(timeScale),
    APP_URL: app.url,
    DATABASE_URL: app.databaseUrl,
    SANDBOX_API_URL: app.sandboxApiUrl,
    SANDBOX_CONTROL_URL: app.sandboxControlUrl,
  });
}

async function prepare({ timeScale, customers }: InstanceOptions): Promise<PreparedApp> {
  const app = await startApp({ env: { ...(await fixedPorts()), NIGHTPOST_TIME_SCALE: String(timeScale) } });
  adopt(app, timeScale);
  const standIns = createStandIns(app);
  if (customers !== undefined) await keepSome(standIns, customers);
  const owner = postgres(app.databaseUrl, { max: 2, onnotice: () => {} });
  return { app, owner, merchant: createMerchant(owner), ...standIns };
}

/** Shrinks the shop where a test needs no more. */
async function keepSome({ shopify }: StandIns, count: number): Promise<void> {
  const { customers } = await shopify.truth();
  await shopify.importCustomers(customers.slice(0, count), true);
}

export const test = base.extend<object, { instance: InstanceOptions; prepared: PreparedApp }>({
  instance: [
    { name: "", timeScale: 20 },
    { scope: "worker", option: true },
  ],
  prepared: [
    async ({ instance }, use) => {
      if (!instance.name) throw new Error("Say test.use({ instance: { name: … } }) at the top of the file.");
      const prepared = await prepare(instance);
      await use(prepared);
      await prepared.merchant.leave();
      await prepared.owner.end({ timeout: 1 });
      await prepared.app.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export { expect };
