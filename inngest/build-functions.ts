import type { Inngest, InngestFunction } from "inngest";
import type { FunctionDeps } from "./deps";
import { createAlertDeliver } from "./functions/alert-deliver";
import { createConnectionCare } from "./functions/connection-care";
import { createLedgerPrune } from "./functions/ledger-prune";
import { createSyncDispatch } from "./functions/sync-dispatch";
import { createSyncReap } from "./functions/sync-reap";
import { createSyncRun } from "./functions/sync-run";
import { createSyncSweep } from "./functions/sync-sweep";
import { createSyncWatch } from "./functions/sync-watch";
import { maskErrors } from "./mask-errors";

/** Every function of the app, the same for every engine. What their dependencies throw is masked. */
export function buildFunctions(client: Inngest, deps: FunctionDeps): InngestFunction.Any[] {
  const masked = maskErrors(deps);
  return [
    createSyncDispatch(client, masked),
    createSyncRun(client, masked),
    createSyncReap(client, masked),
    createSyncWatch(client, masked),
    createAlertDeliver(client, masked),
    createConnectionCare(client, masked),
    createLedgerPrune(client, masked),
    createSyncSweep(client, masked),
  ];
}
