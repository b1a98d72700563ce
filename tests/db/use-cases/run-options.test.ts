import { afterAll, describe, expect, test } from "vitest";
import { requestRun } from "@/lib/use-cases/runs/request-run";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { setSettings } from "@/lib/use-cases/syncs/set-settings";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintSync, mintWorkspace, prepareInstallation } from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");

const runOf = async (syncId: string) =>
  (
    await db.sql`select lane, kind, state, epoch_ms(from_at) as from_ms, test_record_ids, resend from runs where sync_id = ${syncId}`
  )[0];
const detailsOf = async (verb: string, syncId: string) =>
  (
    await db.sql`select details from activity where verb = ${verb} and (subject_id = ${syncId} or details ->> 'syncId' = ${syncId})`
  ).map(({ details }) => details);

describe("run options", () => {
  test("from a date: an ordinary manual run that begins there, audited", async () => {
    const { syncId } = await mintSync(workspace, ends);
    const fromMs = Date.parse("2026-11-01T00:00:00Z");
    expect((await requestRun(workspace.editor, { syncId, fromMs })).ok).toBe(true);
    expect(await runOf(syncId)).toEqual({
      ...{ lane: "manual", kind: "ordinary", state: "queued", from_ms: fromMs, test_record_ids: null, resend: false },
    });
    expect(await detailsOf("run.requested", syncId)).toEqual([{ syncId, state: "queued", fromMs }]);
  });

  test("a test batch: chosen records once each, whatever the bookmark", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect((await requestRun(workspace.editor, { syncId, testRecordIds: ["71", "72", "71"] })).ok).toBe(true);
    expect(await runOf(syncId)).toMatchObject({ kind: "test", test_record_ids: ["71", "72"], from_ms: null });
    expect(await detailsOf("run.requested", syncId)).toMatchObject([{ testRecords: 3 }]);
  });

  test("send again even if unchanged", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect((await requestRun(workspace.editor, { syncId, resend: true })).ok).toBe(true);
    expect(await runOf(syncId)).toMatchObject({ kind: "ordinary", resend: true });
    expect(await detailsOf("run.requested", syncId)).toMatchObject([{ resend: true }]);
  });

  test.each([
    ["no record", { testRecordIds: [] }, "testRecordIds"],
    ["21 records", { testRecordIds: Array.from({ length: 21 }, (_, n) => `${n}`) }, "testRecordIds"],
    ["what is no id", { testRecordIds: ["1;drop"] }, "testRecordIds.0"],
    ["a day to come", { fromMs: Date.now() + 3_600_000 }, "from"],
    ["a date and records", { fromMs: 1, testRecordIds: ["1"] }, "form"],
  ])("%s is refused at its field, and nothing is written", async (_name, options, field) => {
    const { syncId } = await mintSync(workspace, ends);
    const refused = await requestRun(workspace.editor, { syncId, ...options });
    expect(refused).toMatchObject({ ok: false, error: { kind: "invalid" } });
    if (!refused.ok) expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
    expect(await runOf(syncId)).toBeUndefined();
  });
});

describe("settings", () => {
  const wanted = { streakThreshold: "8", resumeAfterOutage: false, keepLedgerDays: "90" };

  test("are read with their defaults, saved at once without publishing, and audited", async () => {
    const { syncId, publicationId } = await mintSync(workspace, ends);
    const read = () => readSync(workspace.viewer, { syncId });
    expect(await read()).toMatchObject({
      value: { streak: { threshold: 5 }, settings: { resumeAfterOutage: true, keepLedgerDays: 7 } },
    });
    expect(await setSettings(workspace.editor, { syncId, ...wanted })).toEqual({ ok: true, value: { syncId } });
    expect(await read()).toMatchObject({
      value: { streak: { threshold: 8 }, settings: { resumeAfterOutage: false, keepLedgerDays: 90 } },
    });
    expect((await db.sql`select live_publication_id from syncs where id = ${syncId}`)[0]).toEqual({
      live_publication_id: publicationId,
    });
    expect(await detailsOf("sync.settings_set", syncId)).toEqual([
      { streakThreshold: 8, resumeAfterOutage: false, keepLedgerDays: 90 },
    ]);
  });

  test.each([
    ["streakThreshold", "0"],
    ["streakThreshold", "101"],
    ["keepLedgerDays", "6"],
    ["keepLedgerDays", "-1"],
    ["keepLedgerDays", "3651"],
    ["keepLedgerDays", "a year"],
  ])("%s of %s is refused at its field", async (field, value) => {
    const { syncId } = await mintSync(workspace, ends);
    const refused = await setSettings(workspace.editor, { syncId, ...wanted, [field]: value });
    if (refused.ok) throw new Error("taken");
    expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  });

  test("the ledger of a sync that says 0 days is kept for ever", async () => {
    const { syncId } = await mintSync(workspace, ends);
    await setSettings(workspace.editor, { syncId, ...wanted, keepLedgerDays: "0" });
    expect(await readSync(workspace.viewer, { syncId })).toMatchObject({
      value: { settings: { keepLedgerDays: "forever" } },
    });
    expect(await detailsOf("sync.settings_set", syncId)).toMatchObject([{ keepLedgerDays: "forever" }]);
  });

  test("are for editors of this workspace", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await setSettings(workspace.viewer, { syncId, ...wanted })).toMatchObject({ error: { kind: "forbidden" } });
    expect(await setSettings(stranger.owner, { syncId, ...wanted })).toMatchObject({ error: { kind: "not_found" } });
    expect((await db.sql`select streak_threshold, settings from syncs where id = ${syncId}`)[0]).toEqual({
      streak_threshold: 5,
      settings: {},
    });
  });
});

test("a pause that outages caused tells its next probe only while it may end by itself", async () => {
  const { syncId } = await mintSync(workspace, ends);
  const at = "2027-01-01T00:00:00Z";
  await db.sql`update syncs set state = 'paused', paused_at = now(), pause_outage_only = true, next_probe_at = ${at}, next_opt_out_at = ${at} where id = ${syncId}`;
  const pause = async () => {
    const read = await readSync(workspace.viewer, { syncId });
    return read.ok ? read.value.pause : null;
  };
  expect(await pause()).toMatchObject({ nextProbeAtMs: Date.parse(at), nextOptOutAtMs: Date.parse(at) });
  await setSettings(workspace.editor, { syncId, streakThreshold: 5, resumeAfterOutage: false, keepLedgerDays: 7 });
  expect(await pause()).toMatchObject({ nextProbeAtMs: null, nextOptOutAtMs: Date.parse(at) });
});
