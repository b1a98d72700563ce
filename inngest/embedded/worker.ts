import { serve } from "inngest/edge";
import { buildFunctions } from "@/inngest/build-functions";
import { createClient } from "@/inngest/client";
import type { EngineDeps } from "@/inngest/deps";
import { alertQueued, runRequested } from "@/inngest/events";
import { maskError } from "@/inngest/mask-errors";
import { EmbeddedEngine, type EngineOptions } from "./engine";

/** Less than the ten seconds that container runtimes give before they kill; a leg that is cut off goes on from Postgres. */
const GRACE_MS = 8_000;

interface Worker {
  /** Stops listening, lets executions in flight finish up to `graceMs`, closes the connections. */
  stop(graceMs?: number): Promise<{ finished: boolean }>;
}

/**
 * Starts the engine over `deps` and turns each announced run into a `sync/run.requested` event, whose id is the run's driver.
 * @throws RegistrationRefused, and whatever `deps.listen` throws
 */
async function startWorker(deps: EngineDeps, options: EngineOptions = {}): Promise<Worker> {
  const engine = new EmbeddedEngine({ notify: (notice) => writeLine("error", notice), ...options });
  const client = createClient({ kind: "embedded" }, { fetch: engine.fetch });
  await engine.start(serve({ client, functions: buildFunctions(client, deps) }));
  const unlisten = await deps.listen((runId, driver) => {
    client
      .send(runRequested.create({ runId }, { id: driver }))
      .catch((error: unknown) => reportError("announce", error));
  });
  const unlistenAlerts = await deps.listenForAlerts((alertId) => {
    client.send(alertQueued.create({ alertId })).catch((error: unknown) => reportError("alert", error));
  });
  return {
    async stop(graceMs = GRACE_MS) {
      await Promise.all([unlisten(), unlistenAlerts()]);
      const { finished } = await engine.stop(graceMs);
      await deps.close();
      return { finished };
    },
  };
}

/**
 * The life of the worker process: says `{"ready":true}` on stdout when it is up, ends on SIGTERM and SIGINT (at once on the second
 * one), and at once when the parent that forked it has died, for then nobody would ever stop it.
 */
export async function runWorker(loadDeps: () => Promise<EngineDeps>): Promise<void> {
  process.once("disconnect", () => process.exit(0));
  for (const fault of ["uncaughtException", "unhandledRejection"] as const)
    process.on(fault, (error: unknown) => {
      reportError(fault, error);
      process.exit(1);
    });
  const worker = await startWorker(await loadDeps());
  let isEnding = false;
  const end = async () => {
    if (isEnding) process.exit(1);
    isEnding = true;
    const { finished } = await worker.stop();
    process.exit(finished ? 0 : 1);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
}

function reportError(what: string, error: unknown): void {
  const { name, message, stack } = maskError(error);
  writeLine("error", { what, error: `${name}: ${message}`, stack });
}

function writeLine(level: string, words: object): void {
  console.error(JSON.stringify({ level, from: "engine", ...words }));
}
