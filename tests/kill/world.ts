import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { announce, requestRun } from "@/lib/db/run-requests";
import { masterKeyFrom } from "@/lib/db/workspace-keys";
import type { Installation } from "@/lib/installation";
import { scaled, TIMING, type Timing } from "@/lib/runner/timing";
import { type BrevoControl, createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createSandboxControl, type ShopifyControl, type StandInControl } from "@/lib/sandbox/client";
import { publishRule } from "../support/publish-rule";
import { CallLog } from "./call-log";
import { Fleet } from "./fleet";
import { ACCOUNT, population, RULE } from "./population";
import { Tape } from "./tape";

/** The schedule's interval, before it is scaled. */
const INTERVAL_MINUTES = 5;

/** Real workers, real Postgres, stand-ins in a process of their own, and what the test sees of them. */
export interface KillWorld {
  owner: postgres.Sql;
  tape: Tape;
  fleet: Fleet;
  calls: CallLog;
  shopify: ShopifyControl;
  brevo: StandInControl & BrevoControl;
  syncId: string;
  timing: Timing;
  intervalMs: number;
  /** Between two ticks of the dispatcher. */
  tickMs: number;
  /** An empty account, a shop of so many customers, and a sync without a history. No run may be active. */
  renew(customers: number): Promise<void>;
  /** The next scheduled run is due now, unless one is active. */
  makeDue(): Promise<void>;
  /** No run holds the lease. */
  isIdle(): Promise<boolean>;
  /** A first manual run, which reads the whole shop by id and so finds who was deleted. @returns its id; null when the lane has one */
  runByHand(): Promise<string | null>;
  /** Kills the workers and closes the connections. */
  end(): Promise<void>;
}

export interface StandInPlace {
  apiUrl: string;
  controlUrl: string;
  controlSecret: string;
}

/** @param databaseUrl the owner's, of a migrated database that is this test's alone */
export async function openKillWorld(
  databaseUrl: string,
  standIns: StandInPlace,
  timeScale: number,
): Promise<KillWorld> {
  const secrets = { master: randomBytes(32).toString("base64"), signing: randomBytes(32).toString("base64") };
  const owner = postgres(databaseUrl, { max: 3, onnotice: () => {} });
  const db = openDatabase(databaseUrl, { connections: 2 });
  const here: Installation = {
    isDemo: true,
    master: masterKeyFrom(secrets.master),
    signingKey: Buffer.from(secrets.signing, "base64"),
    policy: { allowLoopback: true, sandboxApiUrl: standIns.apiUrl },
    timeScale,
    mailer: null,
    timing: scaled(TIMING, timeScale),
  };
  const { workspaceId, syncId } = await publishRule(db, here, RULE);
  await owner`update syncs set schedule = ${owner.json({ kind: "interval", minutes: INTERVAL_MINUTES })} where id = ${syncId}`;
  const tape = await Tape.install(owner);
  const control = createSandboxControl({ controlUrl: standIns.controlUrl, secret: standIns.controlSecret });
  const brevo = { ...control.brevo, ...createBrevoControl(control.brevo.call) };
  const fleet = new Fleet(workerEnvironment(secrets, standIns, timeScale), databaseUrl);
  const { shopify } = control;
  return {
    ...{ owner, tape, fleet, shopify, brevo, syncId, timing: here.timing },
    calls: new CallLog(brevo),
    intervalMs: (INTERVAL_MINUTES * 60_000) / timeScale,
    tickMs: 60_000 / timeScale,
    renew: (customers) => renew(owner, shopify, brevo, customers),
    makeDue: async () => {
      await owner`
        update syncs set next_run_at = clock_timestamp() where id = ${syncId} and state = 'active'
          and not exists (select from runs where sync_id = ${syncId} and lane = 'scheduled' and finished_at is null)`;
    },
    isIdle: async () => (await owner`select from leases where sync_id = ${syncId} and run_id is not null`).length === 0,
    runByHand: async () => {
      await owner`
        delete from bookmarks where lane = 'manual' and not exists (select from runs where lane = 'manual' and finished_at is null)`;
      return runByHand(db, workspaceId, syncId);
    },
    end: async () => {
      await fleet.end();
      await db.$client.end({ timeout: 1 });
      await owner.end({ timeout: 1 });
    },
  };
}

const workerEnvironment = (
  secrets: { master: string; signing: string },
  standIns: StandInPlace,
  timeScale: number,
): NodeJS.ProcessEnv => ({
  NODE_ENV: "production",
  APP_URL: "http://127.0.0.1:3000",
  AUTH_SECRET: randomBytes(32).toString("base64url"),
  NIGHTPOST_MASTER_KEY: secrets.master,
  NIGHTPOST_SIGNING_KEY: secrets.signing,
  NIGHTPOST_DEMO: "1",
  NIGHTPOST_TIME_SCALE: String(timeScale),
  SANDBOX_API_URL: standIns.apiUrl,
});

async function renew(
  owner: postgres.Sql,
  shopify: ShopifyControl,
  brevo: KillWorld["brevo"],
  customers: number,
): Promise<void> {
  await owner`truncate runs, batches, attempts, walks, pending, bookmarks, ledger, record_rows, findings cascade`;
  await owner`update leases set run_id = null, lane = null, expires_at = null, beat_at = null`;
  await shopify.reset();
  await brevo.reset();
  await shopify.changeSettings({ throttle: { maximumAvailable: 1e9, restoreRate: 1e9 } });
  await brevo.switchPlan({ limits: false });
  await brevo.seed(ACCOUNT);
  await shopify.importCustomers(population(customers, Date.now()), true);
}

async function runByHand(db: Database, workspaceId: string, syncId: string): Promise<string | null> {
  const asked = await inWorkspace(
    workspaceId,
    (tx) => requestRun(tx, { syncId, lane: "manual", kind: "ordinary", requestedBy: "user" }),
    db,
  );
  if (asked.state !== "queued") return null;
  await announce(workspaceId, asked.runId, db);
  return asked.runId;
}
