import { probeBrevo } from "@/lib/connectors/brevo/probe";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import { inWorkspace } from "@/lib/db/client";
import { claimProbe, endOutagePause, type PausedEnds } from "@/lib/db/outage-pauses";
import { claimOptOutPass } from "@/lib/db/run-requests";
import { dueOptOuts, dueProbes, type RunInWorkspace } from "@/lib/db/system";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo, openShopify } from "@/lib/ends/open-ends";
import { systemClock } from "@/lib/ends/system-clock";
import type { Installation } from "@/lib/installation";

/** Probes and passes that one tick makes; what is left is the next tick's. */
const AT_MOST = 50;
const HOUR_MS = 3_600_000;

/** Opt-outs do not wait: each hour a paused sync sends its withdrawals alone. @returns the runs to announce */
export async function startOptOutPasses(timeScale: number): Promise<RunInWorkspace[]> {
  const started: RunInWorkspace[] = [];
  for (const due of await dueOptOuts(AT_MOST)) {
    const runId = await claimOptOutPass(due, HOUR_MS / timeScale);
    if (runId !== null) started.push({ workspaceId: due.workspaceId, runId });
  }
  return started;
}

/** A pause that outages alone caused ends by itself: each hour both ends are asked, and when both answer the sync goes on. @returns how many went on */
export async function endOutagePauses(here: Installation): Promise<number> {
  let resumed = 0;
  for (const due of await dueProbes(AT_MOST)) {
    const ends = await claimProbe(due, HOUR_MS / here.timeScale);
    if (ends && (await bothAnswer(due.workspaceId, ends, here)) && (await endOutagePause(due, here.signingKey)))
      resumed++;
  }
  return resumed;
}

async function bothAnswer(workspaceId: string, ends: PausedEnds, here: Installation): Promise<boolean> {
  const { shop, account } = await inWorkspace(workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, here.master);
    return {
      shop: await openShopify(tx, keys, ends.sourceConnectionId, here.policy),
      account: await openBrevo(tx, keys, ends.destinationConnectionId, here.policy),
    };
  });
  const source = await probeShopify({ client: shop.client, clock: systemClock });
  if (!source.ok || source.value.operations.some((operation) => operation.failure !== null)) return false;
  const destination = await probeBrevo({ client: account.client, clock: systemClock });
  return destination.ok && destination.value.operations.every((operation) => operation.failure === null);
}
