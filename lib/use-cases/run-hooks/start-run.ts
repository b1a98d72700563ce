import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { syncWorkspace } from "@/lib/db/inbound";
import { requestRun } from "@/lib/db/run-requests";
import { runHookCalls, runHookKeys } from "@/lib/db/schema/inbound";
import { openJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { signatureFault } from "@/lib/http/hook-signature";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import { invalidInput, refuse, type UseCaseError } from "../errors";
import { announceRequested } from "../runs/announce-requested";
import { boundToSync } from "./make-key";

/** Body of the run webhook. Without `from`: what is new since the bookmark of the manual lane. */
export const runHookBody = z.strictObject({ from: z.iso.datetime({ offset: true }).optional() });

export interface RunHookCall {
  syncId: string;
  body: Uint8Array;
  timestamp: string | null;
  signature: string | null;
  idempotencyKey: string | null;
}

export interface StartedRun {
  workspaceId: string;
  runId: string;
  /** The same call was answered before: nothing new was started. */
  repeated: boolean;
}

/** Runs that one sync may be asked for in an hour. */
const MOST_AN_HOUR = 60;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;
const refused = () => refuse("unauthenticated", "run_hooks.not_signed");

/**
 * Another system starts a run of the manual lane. An unknown sync, one without a key, a wrong signature and a call outside of its five minutes are one answer. The
 * same `Idempotency-Key` with the same body gets the first answer again; with another body it is a conflict.
 */
export async function startRunByHook(call: RunHookCall): Promise<Result<StartedRun, UseCaseError>> {
  if (!UUID.test(call.syncId)) return refused();
  const workspaceId = await syncWorkspace(call.syncId);
  if (workspaceId === null) return refused();
  const started = await inWorkspace(workspaceId, (tx) => startIn(tx, call));
  if (started.ok && !started.value.repeated) await announceRequested(workspaceId, started.value.runId);
  return started;
}

async function startIn(tx: WorkspaceTx, call: RunHookCall): Promise<Result<StartedRun, UseCaseError>> {
  // Calls of one sync go one after the other: counted, compared and started without a gap.
  const [stored] = await tx.select().from(runHookKeys).where(eq(runHookKeys.syncId, call.syncId)).for("update");
  if (!stored) return refused();
  const keys = await loadWorkspaceKeys(tx.raw, tx.workspaceId, installation().master);
  const key = openJson<string>(keys.data, stored.sealedKey, boundToSync(tx.workspaceId, call.syncId));
  if (signatureFault(call, key, Date.now()) !== null) return refused();
  const { idempotencyKey } = call;
  if (idempotencyKey === null || !IDEMPOTENCY_KEY.test(idempotencyKey))
    return refuse("invalid", "run_hooks.idempotency_key");
  const bodyDigest = createHash("sha256").update(call.body).digest("hex");
  const [before] = await tx
    .select()
    .from(runHookCalls)
    .where(sql`sync_id = ${call.syncId} and idempotency_key = ${idempotencyKey}`);
  if (before && before.bodyDigest !== bodyDigest) return refuse("conflict", "run_hooks.idempotency_reused");
  if (before) return ok({ workspaceId: tx.workspaceId, runId: before.runId, repeated: true });
  return start(tx, call, { idempotencyKey, bodyDigest });
}

async function start(
  tx: WorkspaceTx,
  { syncId, body }: RunHookCall,
  known: { idempotencyKey: string; bodyDigest: string },
): Promise<Result<StartedRun, UseCaseError>> {
  const parsed = runHookBody.safeParse(parse(body), { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const [now] = await tx.raw<{ state: string; calls: number; live: string | null; nowMs: number }[]>`
    select s.state, epoch_ms(clock_timestamp()) as "nowMs",
      (select count(*)::float8 from run_hook_calls c where c.sync_id = s.id and c.received_at > clock_timestamp() - interval '1 hour') as calls,
      (select id from runs r where r.sync_id = s.id and r.lane = 'manual' and r.finished_at is null) as live
    from syncs s where s.id = ${syncId} for share of s`;
  if (now?.state !== "active") return refuse("conflict", "run_hooks.not_active");
  if (now.calls >= MOST_AN_HOUR) return refuse("too_many", "too_many", { minutes: 60 });
  if (now.live !== null) return refuse("conflict", "run_hooks.run_live", { run: now.live });
  const fromMs = parsed.data.from === undefined ? undefined : Date.parse(parsed.data.from);
  if (fromMs !== undefined && fromMs > now.nowMs) return refuse("invalid", "syncs.from_in_future");
  const wanted = { syncId, lane: "manual", kind: "ordinary", requestedBy: "hook" } as const;
  const run = await requestRun(tx, { ...wanted, ...(fromMs === undefined ? {} : { fromMs }) });
  if (run.state === "collided") return refuse("conflict", "run_hooks.run_live", { run: run.activeRunId });
  await tx.insert(runHookCalls).values({ syncId, workspaceId: tx.workspaceId, runId: run.runId, ...known });
  await tx.update(runHookKeys).set({ lastUsedAt: sql`clock_timestamp()` }).where(eq(runHookKeys.syncId, syncId));
  const entry = { verb: "run.requested", subjectKind: "run", subjectId: run.runId };
  const details = { syncId, state: run.state, ...(fromMs === undefined ? {} : { fromMs }) };
  await appendActivity(
    tx.raw,
    tx.workspaceId,
    { actorKind: "hook", actorId: null, ...entry, details },
    installation().signingKey,
  );
  return ok({ workspaceId: tx.workspaceId, runId: run.runId, repeated: false });
}

/** An empty body is an empty object. */
function parse(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString("utf8").trim();
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
