import { afterAll, describe, expect, test } from "vitest";
import { readRun } from "@/lib/use-cases/runs/read-run";
import { approveMassChange } from "@/lib/use-cases/syncs/approve-mass-change";
import { pauseSync } from "@/lib/use-cases/syncs/pause-sync";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");

/** A scheduled run that the guard has stopped at 3,000 records, where 12 are usual. */
async function mintGuarded() {
  const sync = await mintSync(workspace, ends);
  const [run] =
    await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, wake_at, driver, announced_at)
    values (${workspace.id}, ${sync.syncId}, 'scheduled', ${sync.publicationId}, 'schedule', 'waiting', now() + interval '1 hour', 'old', now())
    returning id`;
  const runId = String(run?.id);
  await db.sql`update syncs set guard_shown = 3000 where id = ${sync.syncId}`;
  await db.sql`insert into findings (workspace_id, sync_id, kind, severity, evidence)
    values (${workspace.id}, ${sync.syncId}, 'sync.mass_change', 'critical', jsonb_build_object('pending', 3000, 'usual', 12, 'runId', ${runId}::text))`;
  return { ...sync, runId };
}

const stored = async (syncId: string) =>
  (await db.sql`select guard_shown, guard_approved from syncs where id = ${syncId}`)[0];
const massChangeOf = async (syncId: string) => {
  const read = await readSync(workspace.viewer, { syncId });
  return read.ok ? read.value.massChange : read;
};

describe("a mass change", () => {
  test("is shown on the sync and on its run, to viewers too", async () => {
    const { syncId, runId } = await mintGuarded();
    const shown = { runId, pending: 3000, usual: 12, approved: false };
    expect(await massChangeOf(syncId)).toEqual(shown);
    expect(await readRun(workspace.viewer, { runId })).toMatchObject({ value: { massChange: shown } });
  });

  test("is not shown of a run that waits for something else", async () => {
    const { syncId, runId } = await mintGuarded();
    await db.sql`update findings set evidence = evidence || '{"runId":"another"}' where sync_id = ${syncId}`;
    expect(await massChangeOf(syncId)).toBeNull();
    expect(await readRun(workspace.viewer, { runId })).toMatchObject({ value: { massChange: null } });
  });

  test("let through: twice the number that was shown, the run is announced again and due, and it is audited", async () => {
    const { syncId, runId } = await mintGuarded();
    const approved = await approveMassChange(workspace.editor, { syncId, shown: "3000" });
    expect(approved).toEqual({ ok: true, value: { syncId, covers: 6000, runId } });
    expect(await stored(syncId)).toEqual({ guard_shown: 3000, guard_approved: 6000 });
    const [run] =
      await db.sql`select driver <> 'old' as announced, wake_at <= clock_timestamp() as due from runs where id = ${runId}`;
    expect(run).toEqual({ announced: true, due: true });
    expect(await massChangeOf(syncId)).toMatchObject({ approved: true });
    const audit =
      await db.sql`select actor_id, details from activity where verb = 'sync.mass_change_approved' and subject_id = ${syncId}`;
    expect(audit).toEqual([{ actor_id: workspace.editor.user.id, details: { shown: 3000, covers: 6000, runId } }]);
    const again = await approveMassChange(workspace.editor, { syncId, shown: 3000 });
    expect(again).toEqual({ ok: false, error: { kind: "conflict", code: "syncs.nothing_to_approve" } });
  });

  test("whose number has moved on is a conflict that tells the new one, and nothing is approved", async () => {
    const { syncId } = await mintGuarded();
    await db.sql`update syncs set guard_shown = 9000 where id = ${syncId}`;
    const refused = await approveMassChange(workspace.editor, { syncId, shown: 3000 });
    expect(refused).toEqual({
      ok: false,
      error: { kind: "conflict", code: "syncs.mass_change_moved", params: { pending: 9000 } },
    });
    expect(await stored(syncId)).toEqual({ guard_shown: 9000, guard_approved: null });
  });

  test("is let through by an editor of this workspace alone, and only where there is one", async () => {
    const { syncId, runId } = await mintGuarded();
    expect(await approveMassChange(workspace.viewer, { syncId, shown: 3000 })).toMatchObject({
      error: { kind: "forbidden" },
    });
    const foreign = await approveMassChange(stranger.owner, { syncId, shown: 3000 });
    const unknown = await approveMassChange(workspace.owner, {
      syncId: "00000000-0000-4000-8000-000000000001",
      shown: 3000,
    });
    expect(foreign).toEqual(unknown);
    expect(foreign).toEqual({ ok: false, error: { kind: "not_found", code: "not_found" } });
    expect(await stored(syncId)).toEqual({ guard_shown: 3000, guard_approved: null });
    expect((await db.sql`select driver from runs where id = ${runId}`)[0]).toEqual({ driver: "old" });
    const quiet = await mintSync(workspace, ends);
    expect(await approveMassChange(workspace.editor, { syncId: quiet.syncId, shown: 3000 })).toMatchObject({
      error: { code: "syncs.nothing_to_approve" },
    });
  });

  test("of a paused sync is not let through; of a run that is over, the next one is", async () => {
    const paused = await mintGuarded();
    await pauseSync(workspace.editor, { syncId: paused.syncId, reason: "Wait for the import" });
    expect(await approveMassChange(workspace.editor, { syncId: paused.syncId, shown: 3000 })).toMatchObject({
      error: { code: "syncs.not_active" },
    });
    const over = await mintGuarded();
    await db.sql`update runs set state = 'cancelled', finished_at = now() where id = ${over.runId}`;
    expect(await approveMassChange(workspace.editor, { syncId: over.syncId, shown: 3000 })).toEqual({
      ok: true,
      value: { syncId: over.syncId, covers: 6000, runId: null },
    });
  });
});
