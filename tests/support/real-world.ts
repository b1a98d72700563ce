import { randomBytes } from "node:crypto";
import { afterAll } from "vitest";
import { createRunnerPorts } from "@/lib/composition";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { announce, requestRun } from "@/lib/db/run-requests";
import { masterKeyFrom } from "@/lib/db/workspace-keys";
import { seedDemoAccount } from "@/lib/demo/brevo/seed-account";
import type { Installation } from "@/lib/installation";
import type { Rule } from "@/lib/rules/schema";
import { runLeg } from "@/lib/runner/leg";
import type { RunnerPorts } from "@/lib/runner/ports";
import type { Lane, RunKind } from "@/lib/runner/states";
import { scaled, TIMING } from "@/lib/runner/timing";
import { type BrevoControl, createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import { createSandboxControl, type ShopifyControl, type StandInControl } from "@/lib/sandbox/client";
import { type Sandbox, startSandbox } from "@/lib/sandbox/server";
import { publishRule } from "./publish-rule";
import { testDb } from "./test-db";

/** Our own waits are so many times shorter here; what concerns the source's clock is not. */
const FASTER = 60;
const SECRET = "a secret of these tests";

/** The real runner over real Postgres and both stand-ins behind their sockets. */
export interface RealWorld {
  db: Database;
  owner: Awaited<ReturnType<typeof testDb>>["sql"];
  sandbox: Sandbox;
  shopify: ShopifyControl;
  brevo: StandInControl & BrevoControl;
  ports: RunnerPorts;
  workspaceId: string;
  syncId: string;
  /** A whole run from request to end. @returns the run's row */
  run(lane?: Lane): Promise<RunRow>;
  drive(runId: string): Promise<RunRow>;
  /** Requests a run without driving it. */
  request(lane: Lane, kind: RunKind): Promise<string>;
  /** Drives a run until it is over or sleeps longer than `maxWaitMs`. */
  driveUntilAsleep(runId: string, maxWaitMs: number): Promise<RunRow>;
  /** Empties the sync's history and both stand-ins; the account has no rate limits and holds its demo contacts. */
  reset(accounts: { sharedAddresses: string[]; blocklistedAddress: string }): Promise<void>;
  /** What a run's batches counted. */
  counts(runId: string): Promise<Record<string, number>>;
  bookmark(lane?: Lane): Promise<Date | null>;
}

export interface RunRow {
  id: string;
  state: string;
  verdict: string | null;
  failure: { code: string; detail: string | null } | null;
}

/** Other ways to what the runner talks to, through proxies of a test; each gets the straight address and returns its own. */
export interface Detours {
  ends?: (apiUrl: string) => Promise<string>;
  database?: (url: string) => Promise<string>;
}

export async function realWorld(rule: Rule, detours: Detours = {}): Promise<RealWorld> {
  const { sql: owner, url } = await testDb();
  const db = openDatabase((await detours.database?.(url)) ?? url, { connections: 10 });
  const sandbox = await startSandbox({ apiPort: 0, controlPort: 0, controlSecret: SECRET });
  const control = createSandboxControl({ controlUrl: sandbox.controlUrl, secret: SECRET });
  const brevo = { ...control.brevo, ...createBrevoControl(control.brevo.call) };
  afterAll(async () => {
    await db.$client.end({ timeout: 1 });
    await sandbox.close();
  });
  const here: Installation = {
    isDemo: true,
    master: masterKeyFrom(randomBytes(32).toString("base64")),
    signingKey: randomBytes(32),
    policy: { allowLoopback: true, sandboxApiUrl: (await detours.ends?.(sandbox.apiUrl)) ?? sandbox.apiUrl },
    timeScale: FASTER,
    mailer: null,
    timing: scaled(TIMING, FASTER),
  };
  const { workspaceId, syncId } = await publishRule(db, here, rule);
  const ports = createRunnerPorts(db, here);
  const rowOf = async (runId: string): Promise<RunRow> => {
    const [row] = await owner<RunRow[]>`select id, state, verdict, failure from runs where id = ${runId}`;
    if (!row) throw new Error(`no run ${runId}`);
    return row;
  };
  const driveUntilAsleep = async (runId: string, maxWaitMs: number): Promise<RunRow> => {
    const driver = await announce(workspaceId, runId, db);
    if (driver === null) return rowOf(runId);
    for (let legs = 0; legs < 200; legs++) {
      const result = await runLeg(ports, { runId, driver });
      if (result.kind === "done") return rowOf(runId);
      const waitMs = Math.max(0, result.wakeAtMs - Date.now());
      if (waitMs > maxWaitMs) return rowOf(runId);
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    throw new Error("the run does not end");
  };
  const drive = (runId: string): Promise<RunRow> => driveUntilAsleep(runId, Number.POSITIVE_INFINITY);
  const request = async (lane: Lane, kind: RunKind): Promise<string> => {
    const requested = await inWorkspace(
      workspaceId,
      (tx) => requestRun(tx, { syncId, lane, kind, requestedBy: "schedule" }),
      db,
    );
    return requested.runId;
  };
  const run = async (lane: Lane = "scheduled"): Promise<RunRow> => drive(await request(lane, "ordinary"));
  const reset = async (accounts: { sharedAddresses: string[]; blocklistedAddress: string }): Promise<void> => {
    await owner`truncate runs, batches, attempts, walks, pending, bookmarks, ledger, record_rows, findings cascade`;
    await owner`update leases set run_id = null, lane = null, expires_at = null, beat_at = null`;
    await owner`update syncs set state = 'active', paused_at = null, pause_cause = null, changed_at = clock_timestamp()`;
    await control.shopify.reset();
    await brevo.reset();
    await brevo.switchPlan({ limits: false });
    await seedDemoAccount(brevo, accounts);
  };
  const counts = async (runId: string): Promise<Record<string, number>> => {
    const [row] = await owner`
      select coalesce(sum(taken), 0)::int as taken, coalesce(sum(delivered), 0)::int as delivered, coalesce(sum(unchanged), 0)::int as unchanged,
        coalesce(sum(refused), 0)::int as refused, coalesce(sum(superseded), 0)::int as superseded, coalesce(sum(gone), 0)::int as gone,
        coalesce(sum(held), 0)::int as held, coalesce(sum(doubt), 0)::int as doubt, coalesce(sum(failed), 0)::int as failed
      from batches where run_id = ${runId}`;
    return { ...row };
  };
  const bookmark = async (lane: Lane = "scheduled"): Promise<Date | null> => {
    const [row] = await owner<
      { at: Date | null }[]
    >`select at from bookmarks where sync_id = ${syncId} and lane = ${lane}`;
    return row?.at ?? null;
  };
  return {
    db,
    owner,
    sandbox,
    shopify: control.shopify,
    brevo,
    ports,
    workspaceId,
    syncId,
    run,
    drive,
    request,
    driveUntilAsleep,
    reset,
    counts,
    bookmark,
  };
}
