import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";
import { type BrevoControl, createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { createSandboxControl, type ShopifyControl, type StandInControl } from "@/lib/sandbox/client";
import { DEFAULT_SETTINGS } from "@/lib/sandbox/shopify/settings";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { ensureDatabase, migrateUp } from "../../scripts/lib/migrate.mjs";
import { checkoutDataDir, root } from "../../scripts/lib/paths.mjs";
import { startPostgres } from "../../scripts/lib/postgres/start.mjs";
import type { Places } from "./places";
import { ACCOUNT, customers } from "./population";

const DATABASE = "bench";
/** A shop of any size is sent over in slices of this many. */
const IMPORT_SLICE = 5_000;

/** A Postgres and a process of stand-ins that belong to this benchmark alone. */
export interface Surroundings {
  places: Places;
  shopify: ShopifyControl;
  brevo: StandInControl & BrevoControl;
  /** Empty database, shop with so many customers, account with nobody. */
  renew(records: number): Promise<void>;
  /** Ends both; a second call waits for the first. */
  stop(): Promise<void>;
}

export async function startSurroundings(): Promise<Surroundings> {
  const server = await startPostgres({
    dir: path.join(checkoutDataDir, "bench", "cluster"),
    port: 0,
    onLost: (error: unknown) => {
      throw error;
    },
  });
  const controlSecret = randomBytes(24).toString("hex");
  const standIns = await launchStandIns(controlSecret).catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const { apiUrl, controlUrl } = standIns;
  let stopping: Promise<void> | undefined;
  const control = createSandboxControl({ controlUrl, secret: controlSecret });
  const { shopify } = control;
  const brevo = { ...control.brevo, ...createBrevoControl(control.brevo.call) };
  return {
    places: {
      databaseUrl: server.url(DATABASE),
      apiUrl,
      shopDomain: DEFAULT_SETTINGS.shop.myshopifyDomain,
      accessToken: DEMO_ACCESS_TOKEN,
      apiKey: DEMO_API_KEY,
      controlUrl,
      controlSecret,
    },
    shopify,
    brevo,
    renew: async (records) => {
      await renewDatabase(server.url);
      await fillStandIns(shopify, brevo, records);
    },
    stop: () => {
      stopping ??= endChild(standIns.child).then(server.stop);
      return stopping;
    },
  };
}

async function renewDatabase(url: (database: string) => string): Promise<void> {
  const admin = postgres(url("postgres"), { max: 1, onnotice: () => {} });
  await admin`drop database if exists ${admin(DATABASE)} with (force)`;
  await admin.end();
  await ensureDatabase(url("postgres"), DATABASE);
  await migrateUp(url(DATABASE));
}

/** Neither vendor holds anybody back: what is measured is ours. */
async function fillStandIns(shopify: ShopifyControl, brevo: Surroundings["brevo"], records: number): Promise<void> {
  await shopify.reset();
  await brevo.reset();
  const walkCap = Math.max(25_000, records + 1);
  await shopify.changeSettings({ throttle: { maximumAvailable: 1e9, restoreRate: 1e9 }, walkCap });
  await brevo.switchPlan({ limits: false });
  await brevo.seed(ACCOUNT);
  const all = customers(records, Date.now());
  for (let from = 0; from < all.length; from += IMPORT_SLICE)
    await shopify.importCustomers(all.slice(from, from + IMPORT_SLICE));
}

/** The stand-ins in a process of their own, in memory. @param secret of their control port */
export async function launchStandIns(
  secret: string,
): Promise<{ child: ChildProcess; apiUrl: string; controlUrl: string }> {
  const child = fork(path.join(root, "lib/sandbox/main.ts"), {
    cwd: root,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, SANDBOX_API_PORT: "0", SANDBOX_CONTROL_PORT: "0", SANDBOX_CONTROL_SECRET: secret },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(String(data)));
    child.once("exit", (code) => reject(new Error(`the stand-ins ended (${code}) before they were ready`)));
  });
  const { apiUrl, controlUrl } = JSON.parse(line) as { apiUrl: string; controlUrl: string };
  return { child, apiUrl, controlUrl };
}

/** A child of ours leaves when its line to us is closed. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
