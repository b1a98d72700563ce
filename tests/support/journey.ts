import type postgres from "postgres";
import { DEMO_EMAIL } from "@/lib/auth/enter-demo-endpoint";
import { closeDatabase } from "@/lib/db/client";
import { DEMO_WORKSPACE_ID } from "@/lib/demo/workspace";
import type { Result } from "@/lib/kernel/result";
import { type Context, openContext } from "@/lib/use-cases/context";
import { openDraft } from "@/lib/use-cases/drafts/open-draft";
import { saveDraft } from "@/lib/use-cases/drafts/save-draft";
import type { UseCaseError } from "@/lib/use-cases/errors";
import { carryOutPreview } from "@/lib/use-cases/previews/carry-out-preview";
import { readPreview } from "@/lib/use-cases/previews/read-preview";
import { startPreview } from "@/lib/use-cases/previews/start-preview";
import { publish } from "@/lib/use-cases/publications/publish";
import { requestRun } from "@/lib/use-cases/runs/request-run";
import { connectDemoAccount, connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";
import { createSync } from "@/lib/use-cases/syncs/create-sync";
import { resumeSync } from "@/lib/use-cases/syncs/resume-sync";
import { setSchedule } from "@/lib/use-cases/syncs/set-schedule";

export interface RunRow {
  id: string;
  state: string;
  verdict: string | null;
  failure: { code: string; detail: string | null } | null;
  failed_attempts: number;
}

/** Run counts as the batches hold them. */
export type Counts = Record<"taken" | "delivered" | "unchanged" | "refused" | "superseded" | "held", number>;

/** The demo's owner at work, through the same use-cases as the pages. */
export interface Merchant {
  context(): Promise<Context>;
  /** Connects both demo ends and publishes the suggested rule on a sync of the list "Newsletter", without a schedule. */
  publishSuggested(): Promise<string>;
  /** Run now. @returns the run, queued or collided */
  runNow(syncId: string): Promise<string>;
  resume(syncId: string): Promise<Result<{ syncId: string }, UseCaseError>>;
  readRun(runId: string): Promise<RunRow>;
  /** Waits for a run's end. @throws when it does not come in time */
  untilOver(runId: string, withinMs?: number): Promise<RunRow>;
  counts(runId: string): Promise<Counts>;
  leave(): Promise<void>;
}

/** @throws with the refusal's code */
function accepted<T>(result: Result<T, UseCaseError>): T {
  if (result.ok) return result.value;
  throw new Error(`refused: ${result.error.code} ${JSON.stringify(result.error.fields ?? {})}`);
}

/** @param owner the database's owner, for what no page shows */
export function createMerchant(owner: postgres.Sql): Merchant {
  const context = () => openDemo(owner);
  const readRun = async (runId: string): Promise<RunRow> => {
    const [run] = await owner<RunRow[]>`
      select id, state, verdict, failure, failed_attempts from runs where id = ${runId}`;
    if (!run) throw new Error(`no run ${runId}`);
    return run;
  };
  return {
    context,
    readRun,
    publishSuggested: async () => publishSuggested(await context()),
    runNow: async (syncId) => accepted(await requestRun(await context(), { syncId })).runId,
    resume: async (syncId) => resumeSync(await context(), { syncId, reason: "The token was mended." }),
    untilOver: async (runId, withinMs = 60_000) => {
      for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
        const run = await readRun(runId);
        if (!["queued", "running", "waiting"].includes(run.state)) return run;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      throw new Error(`the run did not end: ${JSON.stringify(await readRun(runId))}`);
    },
    counts: async (runId) => {
      const [row] = await owner<Counts[]>`
        select coalesce(sum(taken - returned - doubt - failed), 0)::int as taken, coalesce(sum(delivered), 0)::int as delivered,
          coalesce(sum(unchanged), 0)::int as unchanged, coalesce(sum(refused), 0)::int as refused,
          coalesce(sum(superseded), 0)::int as superseded, coalesce(sum(held), 0)::int as held
        from batches where run_id = ${runId}`;
      return row as Counts;
    },
    leave: closeDatabase,
  };
}

/** The demo's owner in the demo's workspace, signed in a moment ago. */
async function openDemo(owner: postgres.Sql): Promise<Context> {
  const [user] = await owner<{ id: string; name: string; email: string }[]>`
    select id, name, email from users where email = ${DEMO_EMAIL}`;
  if (!user) throw new Error("the demo has no owner");
  const context = await openContext({ ...user, signedInAtMs: Date.now() }, DEMO_WORKSPACE_ID);
  if (!context) throw new Error("the demo's owner is no member of it");
  return context;
}

async function publishSuggested(context: Context): Promise<string> {
  const shop = accepted(await connectDemoShop(context));
  const account = accepted(await connectDemoAccount(context));
  const ends = { sourceConnectionId: shop.connectionId, destinationConnectionId: account.connectionId };
  const { syncId } = accepted(await createSync(context, { name: "Newsletter", ...ends }));
  accepted(await setSchedule(context, { syncId, kind: "off" }));
  const draft = accepted(await openDraft(context, syncId));
  const saved = accepted(
    await saveDraft(context, { syncId, revision: draft.revision, rule: draft.rule, keepRunning: false }),
  );
  const { previewId } = accepted(await startPreview(context, { syncId, revision: saved.revision }));
  await carryOutPreview(context.workspaceId, previewId);
  const preview = accepted(await readPreview(context, { syncId, previewId }));
  if (preview.state !== "ready") throw new Error(`the preview failed: ${preview.failure?.code}`);
  accepted(await publish(context, { syncId, previewId, digest: preview.digest }));
  return syncId;
}
