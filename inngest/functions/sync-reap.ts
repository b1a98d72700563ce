import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/** Each five minutes: closes runs that nobody will go on with. No retries: the next tick does all that this one left. */
export function createSyncReap(client: Inngest, deps: Pick<FunctionDeps, "reap">) {
  return client.createFunction({ id: "sync-reap", retries: 0, triggers: [cron("*/5 * * * *")] }, ({ step }) =>
    step.run("reap", () => deps.reap()),
  );
}
