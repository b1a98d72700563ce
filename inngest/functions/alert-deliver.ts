import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";
import { alertQueued } from "@/inngest/events";

/** Each minute, and when a notice was queued: works off the outbox. No retries: what waits has its own times in Postgres. */
export function createAlertDeliver(client: Inngest, deps: Pick<FunctionDeps, "deliverAlerts">) {
  return client.createFunction(
    { id: "alert-deliver", retries: 0, triggers: [cron("* * * * *"), alertQueued] },
    ({ step }) => step.run("deliver", () => deps.deliverAlerts()),
  );
}
