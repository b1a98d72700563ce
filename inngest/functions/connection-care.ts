import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/** Each ten minutes: webhooks whose check is due, compliance requests that are open. No retries: the next tick does all that this one left. */
export function createConnectionCare(client: Inngest, deps: Pick<FunctionDeps, "care">) {
  return client.createFunction({ id: "connection-care", retries: 0, triggers: [cron("3-59/10 * * * *")] }, ({ step }) =>
    step.run("care", () => deps.care()),
  );
}
