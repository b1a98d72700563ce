import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/** Each hour at :13: what should have happened by now and did not becomes a finding. Outside the runner, which may be what has died. */
export function createSyncWatch(client: Inngest, deps: Pick<FunctionDeps, "watch">) {
  return client.createFunction({ id: "sync-watch", retries: 3, triggers: [cron("13 * * * *")] }, ({ step }) =>
    step.run("watch", () => deps.watch()),
  );
}
