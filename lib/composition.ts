import type { EngineDeps, LegResult } from "@/inngest/deps";
import { listenForAlerts } from "@/lib/alerts/announcements";
import { deliverNotices, type OutboxPorts } from "@/lib/alerts/deliver-notices";
import { assertCanary } from "@/lib/db/canary";
import { closeDatabase, type Database, database } from "@/lib/db/client";
import { pruneInbound } from "@/lib/db/inbound";
import { createKeyRing } from "@/lib/db/key-ring";
import { listenForRuns } from "@/lib/db/run-announcements";
import { createDeliveryStore } from "@/lib/db/stores/deliveries";
import { createLeaseStore } from "@/lib/db/stores/leases";
import { createReceiptStore } from "@/lib/db/stores/receipts";
import { createWalkStore } from "@/lib/db/stores/walks";
import { markSweeps, prune, recordTick, SCHEDULER_TICK } from "@/lib/db/system";
import { announceRun } from "@/lib/dispatch/announce-run";
import { careForConnections } from "@/lib/dispatch/care-for-connections";
import { dispatchRuns } from "@/lib/dispatch/dispatch-runs";
import { reapRuns } from "@/lib/dispatch/reap-runs";
import { summariseRun } from "@/lib/dispatch/summarise-run";
import { openRunEnds } from "@/lib/ends/open-run-ends";
import { systemClock } from "@/lib/ends/system-clock";
import { environment } from "@/lib/env";
import { logUnexpected } from "@/lib/http/log-unexpected";
import { type Installation, installation } from "@/lib/installation";
import { verifySignature } from "@/lib/rules/publication";
import { runLeg } from "@/lib/runner/leg";
import type { RunnerPorts } from "@/lib/runner/ports";
import { pingDeadMan } from "@/lib/watch/ping-dead-man";
import { watchSyncs } from "@/lib/watch/watch-syncs";

/** The runner over Postgres, Shopify and Brevo. */
export function createRunnerPorts(db: Database, here: Installation): RunnerPorts {
  const keys = createKeyRing(here.master);
  return {
    report: (error) => logUnexpected(error, "leg"),
    clock: systemClock,
    random: { fraction: Math.random },
    timing: here.timing,
    leases: createLeaseStore(db, keys),
    walks: createWalkStore(db),
    receipts: createReceiptStore(db),
    deliveries: createDeliveryStore(db, keys),
    prover: {
      verify: ({ signature, ...claim }) =>
        verifySignature(here.signingKey, claim, signature) ? null : "signature_differs",
    },
    open: openRunEnds(db, keys, here.policy),
  };
}

/** The outbox over Postgres, the mail server and the open internet. */
function createOutboxPorts(db: Database, here: Installation): OutboxPorts {
  return {
    db,
    keys: createKeyRing(here.master),
    mailer: here.mailer,
    origin: environment().APP_URL,
    nowMs: systemClock.nowMs,
    timeScale: here.timeScale,
    report: (error) => logUnexpected(error, "alert"),
  };
}

/** What the engine's functions do, wired. @throws when the database does not show the canary, or the environment is not whole */
export async function createEngineDeps(): Promise<EngineDeps> {
  const here = installation();
  const db = database();
  await assertCanary(db);
  const ports = createRunnerPorts(db, here);
  const outbox = createOutboxPorts(db, here);
  const dispatch = () => dispatchRuns(here);
  return {
    dispatch,
    recordTick: async () => {
      await recordTick(SCHEDULER_TICK, db);
      await pingDeadMan(environment().NIGHTPOST_DEADMAN_URL ?? null, (error) => logUnexpected(error, "dead man"));
    },
    runLeg: (input) => legFor(ports, input),
    continueAs: async (runId) => {
      const { workspaceId } = await summariseRun(runId, db);
      if (workspaceId !== null) await announceRun(workspaceId, runId);
    },
    reap: async () => ({ ...(await reapRuns(here.timing)) }),
    watch: async () => ({
      ...(await watchSyncs({ timeScale: here.timeScale, report: (error) => logUnexpected(error, "watch") }, db)),
    }),
    deliverAlerts: () => deliverNotices(outbox),
    care: async () => ({ ...(await careForConnections(here)) }),
    prune: async () => ({ ...(await prune(db)), ...(await pruneInbound(db)) }),
    markSweeps: async (which) => ({ marked: await markSweeps(which, db) }),
    listen: async (onRun) => {
      const stopListening = await listenForRuns(onRun, (error) => logUnexpected(error, "announcement"), db);
      const tick = () => Promise.all([dispatch(), deliverNotices(outbox)]);
      const stopTicking = here.timeScale > 1 ? tickOften(tick, here.timeScale) : () => {};
      return async () => {
        stopTicking();
        await stopListening();
      };
    },
    listenForAlerts: (onAlert) => listenForAlerts(onAlert, db),
    close: closeDatabase,
  };
}

async function legFor(ports: RunnerPorts, input: { runId: string; driver: string }): Promise<LegResult> {
  const result = await runLeg(ports, input);
  const { outcome, counts } = await summariseRun(input.runId);
  if (result.kind === "done") return { state: "done", runId: input.runId, outcome, counts };
  return { state: "wake", runId: input.runId, wakeAt: new Date(result.wakeAtMs).toISOString(), counts };
}

/** Where waits are shortened, a minute's tick is too long: demos and tests tick that much more often beside the engine's cron. */
function tickOften(dispatch: () => Promise<unknown>, timeScale: number): () => void {
  let busy = false;
  const timer = setInterval(
    () => {
      if (busy) return;
      busy = true;
      dispatch()
        .catch((error: unknown) => logUnexpected(error, "tick"))
        .finally(() => {
          busy = false;
        });
    },
    Math.max(500, 60_000 / timeScale),
  );
  timer.unref();
  return () => clearInterval(timer);
}
