import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/** Each minute: what is due becomes runs. No retries: the next tick does all that this one left. */
export function createSyncDispatch(client: Inngest, deps: Pick<FunctionDeps, "dispatch" | "recordTick">) {
  return client.createFunction({ id: "sync-dispatch", retries: 0, triggers: [cron("* * * * *")] }, ({ step }) =>
    step.run("dispatch", async () => {
      const { created, announced } = await deps.dispatch();
      await deps.recordTick();
      return { created, announced };
    }),
  );
}
