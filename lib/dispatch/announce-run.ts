import { createClient } from "@/inngest/client";
import { runRequested } from "@/inngest/events";
import { engineMode } from "@/inngest/mode";
import { announce } from "@/lib/db/run-requests";

/**
 * Announces a run that stands in the database, with a driver of its own: NOTIFY to the worker, or an event to Inngest. An announcement that is lost is made
 * again by the dispatcher.
 */
export async function announceRun(workspaceId: string, runId: string): Promise<void> {
  const driver = await announce(workspaceId, runId);
  const mode = engineMode(process.env);
  if (mode.kind === "embedded" || driver === null) return;
  await createClient(mode).send(runRequested.create({ runId }, { id: driver }));
}
