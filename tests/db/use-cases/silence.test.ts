import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { newSilenceState } from "@/lib/runner/statistic/silence-state";
import { callSilenceFine } from "@/lib/use-cases/silence/call-silence-fine";
import { readRhythm } from "@/lib/use-cases/silence/read-rhythm";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { setSettings } from "@/lib/use-cases/syncs/set-settings";
import { setWatches } from "@/lib/use-cases/syncs/set-watches";
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

const T = Date.UTC(2026, 10, 1);
const auditOf = async (verb: string, syncId: string) =>
  (await db.sql`select details from activity where verb = ${verb} and subject_id = ${syncId}`).map(
    (row) => row.details,
  );

/** A sync that is unusually silent since an hour before T. */
async function mintSilent(): Promise<TestSync> {
  const sync = await mintSync(workspace, ends);
  const state = { ...newSilenceState(), a: 500, b: 10, lastRecordMs: T - 3_600_000, countedToMs: T };
  await db.sql`insert into silence_states (sync_id, workspace_id, state)
    values (${sync.syncId}, ${workspace.id}, ${JSON.stringify(state)}::text::jsonb)`;
  await db.sql`insert into findings (workspace_id, sync_id, kind, severity)
    values (${workspace.id}, ${sync.syncId}, 'sync.unusually_silent', 'warning')`;
  return sync;
}
const stored = async (syncId: string) =>
  (await db.sql`select state from silence_states where sync_id = ${syncId}`)[0]?.state;
const findingOf = async (syncId: string) =>
  (await db.sql`select state from findings where sync_id = ${syncId}`)[0]?.state;

describe("a silence that a person calls fine", () => {
  test("closes the finding, makes the next alarm twice as slow for 30 days, and is audited", async () => {
    const { syncId } = await mintSilent();
    expect(await callSilenceFine(workspace.editor, { syncId })).toEqual({ ok: true, value: { syncId } });
    expect(await stored(syncId)).toMatchObject({
      rho: 0.2,
      rhoUntilMs: T + 30 * 86_400_000,
      fineSinceMs: T - 3_600_000,
      a: 500,
    });
    expect(await findingOf(syncId)).toBe("resolved");
    expect(await auditOf("sync.silence_called_fine", syncId)).toEqual([{}]);
  });

  test("is called so once: of two people at once the second is refused, and the limit is not doubled twice", async () => {
    const { syncId } = await mintSilent();
    const answers = await Promise.all([1, 2].map(() => callSilenceFine(workspace.owner, { syncId })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { kind: "conflict", code: "syncs.silence_over" } });
    expect(await stored(syncId)).toMatchObject({ rho: 0.2 });
  });

  test("not by a viewer, and not from another workspace", async () => {
    const { syncId } = await mintSilent();
    expect(await callSilenceFine(workspace.viewer, { syncId })).toMatchObject({ error: { kind: "forbidden" } });
    expect(await callSilenceFine(stranger.owner, { syncId })).toMatchObject({ error: { code: "syncs.silence_over" } });
    expect(await stored(syncId)).toMatchObject({ rho: 0.4 });
    expect(await findingOf(syncId)).toBe("open");
  });
});

describe("the rhythm", () => {
  test("lists the reads that had something to compare with, oldest first, with what is usual and where it was silent", async () => {
    const { syncId, publicationId } = await mintSync(workspace, ends);
    const runId = randomUUID();
    await db.sql`insert into runs (id, workspace_id, sync_id, lane, publication_id, requested_by, state, finished_at)
      values (${runId}, ${workspace.id}, ${syncId}, 'scheduled', ${publicationId}, 'schedule', 'succeeded', now())`;
    const walk = (
      minutesAgo: number,
      arrived: number | null,
      expected: number | null,
      silence: number,
      lane = "scheduled",
    ) =>
      db.sql`insert into walks (workspace_id, sync_id, run_id, lane, kind, state, t0, started_at, finished_at, arrived, expected, silence, silence_limit)
        values (${workspace.id}, ${syncId}, ${runId}, ${lane}, 'updated', 'judged', now(), now() - ${`${minutesAgo} minutes`}::interval, now(),
          ${arrived}, ${expected}, ${silence}, 20)`;
    await walk(5, 0, 100, 25);
    await walk(20, 4, 4, 0);
    await walk(35, null, null, 0);
    await walk(10, 7, 7, 0, "manual");
    const read = await readRhythm(workspace.viewer, { syncId });
    expect(read).toMatchObject({
      value: [
        { runId, records: 4, expected: 4, low: 0, silent: false },
        { runId, records: 0, expected: 100, silent: true },
      ],
    });
    if (read.ok) expect(read.value[1]?.low).toBeGreaterThan(15);
    expect(await readRhythm(stranger.viewer, { syncId })).toEqual({ ok: true, value: [] });
  });
});

describe("thresholds of the watches", () => {
  const wanted = { silentAfterHours: "48", lateAfterIntervals: "3", emptyRuns: "10" };
  const watchesOf = async (syncId: string) => {
    const read = await readSync(workspace.viewer, { syncId });
    return read.ok ? read.value.watches : read;
  };

  test("are read with their defaults, saved beside the other settings, and audited; 0 empty runs tell nobody", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await watchesOf(syncId)).toEqual({ silentAfterHours: 24, lateAfterIntervals: 2, emptyRuns: null });
    expect(await setWatches(workspace.editor, { syncId, ...wanted })).toEqual({ ok: true, value: { syncId } });
    await setSettings(workspace.editor, { syncId, streakThreshold: 5, resumeAfterOutage: true, keepLedgerDays: 30 });
    expect(await watchesOf(syncId)).toEqual({ silentAfterHours: 48, lateAfterIntervals: 3, emptyRuns: 10 });
    await setWatches(workspace.editor, { syncId, ...wanted, emptyRuns: "0" });
    expect(await watchesOf(syncId)).toMatchObject({ emptyRuns: null });
    expect(await auditOf("sync.watches_set", syncId)).toEqual([
      { silentAfterHours: 48, lateAfterIntervals: 3, emptyRuns: 10 },
      { silentAfterHours: 48, lateAfterIntervals: 3, emptyRuns: null },
    ]);
  });

  test.each([
    ["silentAfterHours", "0"],
    ["silentAfterHours", "721"],
    ["lateAfterIntervals", "1"],
    ["lateAfterIntervals", "21"],
    ["emptyRuns", "-1"],
    ["emptyRuns", "101"],
  ])("%s of %s is refused at its field", async (field, value) => {
    const { syncId } = await mintSync(workspace, ends);
    const refused = await setWatches(workspace.editor, { syncId, ...wanted, [field]: value });
    if (refused.ok) throw new Error("taken");
    expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  });

  test("are not a viewer's to set", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await setWatches(workspace.viewer, { syncId, ...wanted })).toMatchObject({ error: { kind: "forbidden" } });
  });
});
