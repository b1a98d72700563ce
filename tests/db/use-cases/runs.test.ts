import { afterAll, describe, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import type { Context } from "@/lib/use-cases/context";
import { cancelRun } from "@/lib/use-cases/runs/cancel-run";
import { listRuns } from "@/lib/use-cases/runs/list-runs";
import { readRun } from "@/lib/use-cases/runs/read-run";
import { requestRun } from "@/lib/use-cases/runs/request-run";
import { testDb } from "../../support/test-db";
import {
  closeInstallation,
  mintEnds,
  mintSync,
  mintWorkspace,
  prepareInstallation,
  type TestSync,
} from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");
const NOT_FOUND = { ok: false, error: { kind: "not_found", code: "not_found" } };

const run = async (context: Context, { syncId }: TestSync) => {
  const requested = await requestRun(context, { syncId });
  if (!requested.ok) throw new Error(requested.error.code);
  return requested.value;
};
const read = async (context: Context, runId: string) => {
  const found = await readRun(context, { runId });
  if (!found.ok) throw new Error(found.error.code);
  return found.value;
};
const runsOf = (syncId: string) => db.sql`select state from runs where sync_id = ${syncId} order by requested_at`;

describe("run now", () => {
  test("a viewer may not, and nothing is written", async () => {
    const sync = await mintSync(workspace, ends);
    const refused = await requestRun(workspace.viewer, { syncId: sync.syncId });
    expect(refused).toEqual({ ok: false, error: { kind: "forbidden", code: "forbidden" } });
    expect(await runsOf(sync.syncId)).toEqual([]);
  });

  test("another workspace's sync is as unknown as one that never was", async () => {
    const sync = await mintSync(workspace, ends);
    expect(await requestRun(stranger.owner, { syncId: sync.syncId })).toEqual(NOT_FOUND);
    expect(await requestRun(stranger.owner, { syncId: "00000000-0000-4000-8000-000000000001" })).toEqual(NOT_FOUND);
    expect(await runsOf(sync.syncId)).toEqual([]);
  });

  test("pressed twice at once: one queued with a driver, one collided that names the other; both audited", async () => {
    const sync = await mintSync(workspace, ends);
    const answers = await Promise.all([run(workspace.editor, sync), run(workspace.owner, sync)]);
    expect(answers.map((answer) => answer.state).sort()).toEqual(["collided", "queued"]);
    const queued = answers.find((answer) => answer.state === "queued")?.runId ?? "";
    const collided = answers.find((answer) => answer.state === "collided")?.runId ?? "";
    const [row] = await db.sql`select driver, announced_at from runs where id = ${queued}`;
    expect(row?.driver).toMatch(/^[0-9a-f-]{36}$/);
    expect(await read(workspace.viewer, collided)).toMatchObject({ state: "collided", workingRunId: queued });
    const audit =
      await db.sql`select details from activity where verb = 'run.requested' and details ->> 'syncId' = ${sync.syncId}`;
    expect(audit.map(({ details }) => details.state).sort()).toEqual(["collided", "queued"]);
  });

  test("a paused sync and a draft say so in their own words", async () => {
    const sync = await mintSync(workspace, ends);
    await db.sql`update syncs set state = 'paused', paused_at = now() where id = ${sync.syncId}`;
    expect(await requestRun(workspace.editor, sync)).toMatchObject({ ok: false });
    const refusal = await requestRun(workspace.editor, { syncId: sync.syncId });
    expect(refusal).toEqual({ ok: false, error: { kind: "conflict", code: "syncs.run_needs_active_paused" } });
    await db.sql`update syncs set state = 'draft', paused_at = null where id = ${sync.syncId}`;
    const draft = await requestRun(workspace.editor, { syncId: sync.syncId });
    expect(draft).toEqual({ ok: false, error: { kind: "conflict", code: "syncs.run_needs_active_draft" } });
  });
});

describe("cancel", () => {
  test("asks an active run once; a viewer may not; a foreign one is not found", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    expect((await cancelRun(workspace.viewer, { runId })).ok).toBe(false);
    expect(await cancelRun(stranger.owner, { runId })).toEqual(NOT_FOUND);
    expect((await read(workspace.viewer, runId)).cancelRequestedAtMs).toBeNull();
    expect((await cancelRun(workspace.editor, { runId })).ok).toBe(true);
    const first = (await read(workspace.viewer, runId)).cancelRequestedAtMs;
    expect((await cancelRun(workspace.owner, { runId })).ok).toBe(true);
    expect((await read(workspace.viewer, runId)).cancelRequestedAtMs).toBe(first);
  });

  test("a run that is over cannot be cancelled", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    await db.sql`update runs set state = 'succeeded', finished_at = now(), left_over = 0 where id = ${runId}`;
    const late = await cancelRun(workspace.editor, { runId });
    expect(late).toEqual({ ok: false, error: { kind: "conflict", code: "runs.already_over" } });
  });
});

describe("the run's page", () => {
  test("counts each record once: landed by batch, what is left by the pending rows, and at the end by left_over", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    await db.sql`update runs set state = 'running', started_at = now() - interval '1 minute' where id = ${runId}`;
    await inWorkspace(workspace.id, async ({ raw }) => {
      await raw`insert into batches (workspace_id, run_id, number, taken, delivered, refused, doubt, failed, closed_at)
        values (${workspace.id}, ${runId}, 1, 10, 5, 2, 2, 1, clock_timestamp())`;
      await raw`insert into batches (workspace_id, run_id, number, taken, delivered, held, retaken_doubt)
        values (${workspace.id}, ${runId}, 2, 50, 3, 1, 1)`;
      await raw`insert into pending (workspace_id, sync_id, lane, record_id, cause, tried_by_run, last_outcome)
        values (${workspace.id}, ${sync.syncId}, 'manual', 'a', 'doubt', ${runId}, 'doubt'),
          (${workspace.id}, ${sync.syncId}, 'manual', 'b', 'walk', ${runId}, 'failed'),
          (${workspace.id}, ${sync.syncId}, 'manual', 'c', 'walk', null, null)`;
    });
    const working = await read(workspace.viewer, runId);
    expect(working.counts).toMatchObject({ read: 13, delivered: 8, refused: 2, held: 1, doubt: 1, failed: 1 });
    expect(working).toMatchObject({ backlog: 3, batchesTotal: 2, usage: { calls: { used: 0, cap: 5_000 } } });
    await db.sql`update batches set taken = 4, closed_at = now() where run_id = ${runId} and number = 2`;
    await db.sql`update runs set state = 'succeeded', finished_at = now(), left_over = 2 where id = ${runId}`;
    await db.sql`delete from pending where sync_id = ${sync.syncId}`;
    expect((await read(workspace.viewer, runId)).counts).toEqual(working.counts);
  });

  test("a waiting run names the run of the other lane that is at work", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    await db.sql`update runs set state = 'waiting', wake_at = now() where id = ${runId}`;
    expect(await read(workspace.viewer, runId)).toMatchObject({ state: "waiting", workingRunId: null });
    const [other] = await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state)
      values (${workspace.id}, ${sync.syncId}, 'scheduled', ${sync.publicationId}, 'schedule', 'running') returning id`;
    expect(await read(workspace.viewer, runId)).toMatchObject({ workingRunId: other?.id });
  });

  test("a run by hand that let a scheduled one go first names it before that is at work", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    await db.sql`update runs set state = 'waiting', wake_at = now() + interval '20 seconds' where id = ${runId}`;
    const [other] =
      await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, wake_at)
      values (${workspace.id}, ${sync.syncId}, 'scheduled', ${sync.publicationId}, 'schedule', 'waiting', now() + interval '10 seconds') returning id`;
    expect(await read(workspace.viewer, runId)).toMatchObject({ workingRunId: other?.id });
    expect(await read(workspace.viewer, other?.id)).toMatchObject({ workingRunId: null });
    await db.sql`update runs set wake_at = now() + interval '1 hour' where id = ${other?.id}`;
    expect(await read(workspace.viewer, runId)).toMatchObject({ workingRunId: null });
  });

  test("a foreign run, an unknown one and a malformed id", async () => {
    const sync = await mintSync(workspace, ends);
    const { runId } = await run(workspace.editor, sync);
    expect(await readRun(stranger.owner, { runId })).toEqual(NOT_FOUND);
    expect(await readRun(workspace.owner, { runId: "00000000-0000-4000-8000-000000000001" })).toEqual(NOT_FOUND);
    expect(await readRun(workspace.owner, { runId: "x' or 1=1" })).toMatchObject({ error: { kind: "invalid" } });
  });
});

describe("the history", () => {
  test("pages through every run once, newest first, and filters by state", async () => {
    const sync = await mintSync(workspace, ends);
    await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, failure, requested_at, finished_at)
      select ${workspace.id}, ${sync.syncId}, 'scheduled', ${sync.publicationId}, 'schedule',
        case when n % 10 = 0 then 'failed' else 'succeeded' end,
        case when n % 10 = 0 then '{"code":"source.timeout","detail":null,"course":"passes","outage":true}'::jsonb end,
        date_trunc('second', now()) - (n / 3) * interval '1 minute', now() from generate_series(1, 45) n`;
    const seen: string[] = [];
    let before: string | undefined;
    for (let page = 0; page < 5; page++) {
      const listed = await listRuns(workspace.viewer, {
        syncId: sync.syncId,
        filter: "all",
        ...(before ? { before } : {}),
      });
      if (!listed.ok) throw new Error(listed.error.code);
      seen.push(...listed.value.runs.map(({ id }) => id));
      if (listed.value.next === null) break;
      before = listed.value.next;
    }
    expect(seen).toHaveLength(45);
    expect(new Set(seen).size).toBe(45);
    const failed = await listRuns(workspace.viewer, { syncId: sync.syncId, filter: "failed" });
    expect(failed).toMatchObject({ ok: true, value: { next: null } });
    if (failed.ok) expect(failed.value.runs.map(({ state }) => state)).toEqual(Array(4).fill("failed"));
    expect(await listRuns(stranger.owner, { syncId: sync.syncId, filter: "all" })).toEqual({
      ok: true,
      value: { runs: [], next: null },
    });
  });
});
