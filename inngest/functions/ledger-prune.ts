import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/** Once a day, at a minute that nothing else uses: what has outlived its retention goes. */
export function createLedgerPrune(client: Inngest, deps: Pick<FunctionDeps, "prune">) {
  return client.createFunction({ id: "ledger-prune", retries: 3, triggers: [cron("37 3 * * *")] }, ({ step }) =>
    step.run("prune", () => deps.prune()),
  );
}
