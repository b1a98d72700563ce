import { afterAll, describe, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { onStatement } from "@/lib/db/statements";
import { listFindings } from "@/lib/use-cases/findings/list-findings";
import { createSync } from "@/lib/use-cases/syncs/create-sync";
import { listEnds } from "@/lib/use-cases/syncs/list-ends";
import { listSyncs } from "@/lib/use-cases/syncs/list-syncs";
import { pauseSync } from "@/lib/use-cases/syncs/pause-sync";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { setSchedule } from "@/lib/use-cases/syncs/set-schedule";
import { testDb } from "../../support/test-db";
import {
  closeInstallation,
  mintEnds,
  mintSync,
  mintWorkspace,
  prepareInstallation,
  type TestWorkspace,
} from "./syncs-world";

const db = await testDb();
prepareInstallation(db.url);
afterAll(closeInstallation);

const workspace = await mintWorkspace();
const ends = await mintEnds(workspace);
const stranger = await mintWorkspace("Elsewhere");
const NOT_FOUND = { ok: false, error: { kind: "not_found", code: "not_found" } };
const FORBIDDEN = { ok: false, error: { kind: "forbidden", code: "forbidden" } };

const auditOf = (syncId: string) => db.sql`select verb, actor_id, details from activity where subject_id = ${syncId}`;

describe("pause", () => {
  test("an editor pauses with a reason, which the page and the audit log show", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await pauseSync(workspace.viewer, { syncId, reason: "because" })).toEqual(FORBIDDEN);
    expect(await pauseSync(stranger.owner, { syncId, reason: "because" })).toEqual(NOT_FOUND);
    expect(await pauseSync(workspace.editor, { syncId, reason: " " })).toMatchObject({ error: { kind: "invalid" } });
    expect((await pauseSync(workspace.editor, { syncId, reason: "Moving the shop" })).ok).toBe(true);
    const read = await readSync(workspace.viewer, { syncId });
    expect(read).toMatchObject({
      ok: true,
      value: {
        state: "paused",
        nextRunAtMs: null,
        pause: {
          cause: null,
          reason: "Moving the shop",
          byName: workspace.editor.user.name,
          runIds: [],
          nextProbeAtMs: null,
        },
      },
    });
    const [next] =
      await db.sql`select next_opt_out_at - paused_at < interval '61 minutes' as soon from syncs where id = ${syncId}`;
    expect(next).toEqual({ soon: true });
    expect(await auditOf(syncId)).toEqual([
      { verb: "sync.paused", actor_id: workspace.editor.user.id, details: { reason: "Moving the shop" } },
    ]);
    const again = await pauseSync(workspace.editor, { syncId, reason: "once more" });
    expect(again).toEqual({ ok: false, error: { kind: "conflict", code: "syncs.not_active" } });
  });
});

describe("schedule", () => {
  test("an interval counts from now, at once, and is audited", async () => {
    const { syncId } = await mintSync(workspace, ends);
    const from = Date.now();
    const set = await setSchedule(workspace.editor, { syncId, kind: "interval", minutes: "30" });
    expect(set.ok).toBe(true);
    const read = await readSync(workspace.viewer, { syncId });
    if (!read.ok) throw new Error(read.error.code);
    expect(read.value.schedule).toEqual({ kind: "interval", minutes: 30 });
    expect(Math.abs((read.value.nextRunAtMs ?? 0) - from - 30 * 60_000)).toBeLessThan(20_000);
    expect((await auditOf(syncId)).map(({ verb }) => verb)).toEqual(["sync.schedule_set"]);
  });

  test("cron is read in the workspace's zone", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect((await setSchedule(workspace.editor, { syncId, kind: "cron", expression: "30 7 * * *" })).ok).toBe(true);
    const [row] =
      await db.sql`select schedule, to_char(next_run_at at time zone 'America/New_York', 'HH24:MI') as local from syncs where id = ${syncId}`;
    expect(row).toEqual({
      schedule: { kind: "cron", expression: "30 7 * * *", zone: "America/New_York" },
      local: "07:30",
    });
  });

  test.each([
    [{ kind: "interval", minutes: "1" }, "minutes", "syncs.schedule_too_often"],
    [{ kind: "cron", expression: "* * * * *" }, "expression", "syncs.schedule_too_often"],
    [{ kind: "cron", expression: "at noon" }, "expression", "syncs.schedule_expression_unreadable"],
    [{ kind: "cron", expression: "0 0 31 2 *" }, "expression", "syncs.schedule_never_runs"],
    [{ kind: "interval", minutes: "often" }, "minutes", "field_type"],
  ] as const)("%o is refused at its field, and changes nothing", async (wanted, field, code) => {
    const { syncId } = await mintSync(workspace, ends);
    const [before] = await db.sql`select schedule, next_run_at from syncs where id = ${syncId}`;
    const refused = await setSchedule(workspace.editor, { syncId, ...wanted });
    expect(refused).toMatchObject({ ok: false, error: { kind: "invalid", fields: { [field]: { code } } } });
    expect((await db.sql`select schedule, next_run_at from syncs where id = ${syncId}`)[0]).toEqual(before);
  });

  test("off: nothing is due; viewers and strangers change nothing", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await setSchedule(workspace.viewer, { syncId, kind: "off" })).toEqual(FORBIDDEN);
    expect(await setSchedule(stranger.owner, { syncId, kind: "off" })).toEqual(NOT_FOUND);
    expect(await setSchedule(workspace.editor, { syncId, kind: "off" })).toEqual({ ok: true, value: { nextMs: null } });
  });
});

describe("new sync", () => {
  const create = (more: object = {}) =>
    createSync(workspace.editor, {
      ...{ name: "Wholesale", sourceConnectionId: ends.source, destinationConnectionId: ends.destination },
      ...more,
    });

  test("takes a shop as source and a Brevo account as destination, of this workspace", async () => {
    const foreign = await mintEnds(stranger);
    const field = (name: string) => ({ error: { kind: "invalid", fields: { [name]: { code: "field_choice" } } } });
    expect(await create({ sourceConnectionId: ends.destination })).toMatchObject(field("sourceConnectionId"));
    expect(await create({ destinationConnectionId: foreign.destination })).toMatchObject(
      field("destinationConnectionId"),
    );
    expect(await create({ sourceConnectionId: "" })).toMatchObject(field("sourceConnectionId"));
    expect(await create({ name: "  " })).toMatchObject({ error: { fields: { name: { code: "field_required" } } } });
  });

  test("begins as a draft of which nothing runs, and is audited", async () => {
    const made = await create({ name: "  Wholesale  " });
    if (!made.ok) throw new Error(made.error.code);
    const { syncId } = made.value;
    expect(await readSync(workspace.viewer, { syncId })).toMatchObject({
      value: { name: "Wholesale", state: "draft", publication: null, nextRunAtMs: null, sourceName: "shopify end" },
    });
    expect((await auditOf(syncId)).map(({ verb }) => verb)).toEqual(["sync.created"]);
  });

  test("a viewer may not; the choices are the workspace's own", async () => {
    const input = { name: "X", sourceConnectionId: ends.source, destinationConnectionId: ends.destination };
    expect(await createSync(workspace.viewer, input)).toEqual(FORBIDDEN);
    const listed = await listEnds(workspace.viewer, {});
    expect(listed).toEqual({
      ok: true,
      value: {
        sources: [{ id: ends.source, name: "shopify end" }],
        destinations: [{ id: ends.destination, name: "brevo end" }],
      },
    });
  });
});

describe("the list", () => {
  test("shows state, last runs, totals and findings of this workspace alone", async () => {
    const mine = await mintWorkspace("Own");
    const { syncId, publicationId } = await mintSync(mine, await mintEnds(mine), "Newsletter");
    await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, requested_at, finished_at)
      select ${mine.id}, ${syncId}, 'scheduled', ${publicationId}, 'schedule', 'succeeded', now() - n * interval '1 minute', now() from generate_series(1, 20) n`;
    await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, read_at, publication_id, run_id)
      select ${mine.id}, ${syncId}, 'org-1', 'r' || n, (array['delivered', 'unchanged', 'refused', 'held', 'filtered'])[1 + n % 5], now(), ${publicationId}, gen_random_uuid()
      from generate_series(1, 50) n`;
    await inWorkspace(
      mine.id,
      ({ raw }) =>
        raw`insert into findings (workspace_id, sync_id, kind, severity) values (${mine.id}, ${syncId}, 'sync.paused', 'critical')`,
    );
    const listed = await listSyncs(mine.viewer, {});
    if (!listed.ok) throw new Error(listed.error.code);
    expect(listed.value).toHaveLength(1);
    expect(listed.value[0]).toMatchObject({
      ...{ id: syncId, name: "Newsletter", state: "active", openFindings: 1 },
      totals: { delivered: 20, refused: 10, held: 10, doubt: 0 },
    });
    expect(listed.value[0]?.runs).toHaveLength(14);
    const times = listed.value[0]?.runs.map((run) => run.requestedAtMs) ?? [];
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await listFindings(mine.viewer, { syncId })).toMatchObject({ ok: true, value: [{ kind: "sync.paused" }] });
    expect(await listFindings(workspace.viewer, { syncId })).toEqual({ ok: true, value: [] });
  });

  test("a foreign sync, an unknown one and a malformed id", async () => {
    const { syncId } = await mintSync(workspace, ends);
    expect(await readSync(stranger.owner, { syncId })).toEqual(NOT_FOUND);
    expect(await readSync(workspace.owner, { syncId: "00000000-0000-4000-8000-000000000001" })).toEqual(NOT_FOUND);
    expect(await readSync(workspace.owner, { syncId: "nope" })).toMatchObject({ error: { kind: "invalid" } });
  });

  test("200 syncs with their runs and records take as many statements as one", async () => {
    const statementsOf = async (tenant: TestWorkspace) => {
      let statements = 0;
      onStatement(() => statements++);
      const listed = await listSyncs(tenant.viewer, {});
      onStatement(null);
      return { statements, syncs: listed.ok ? listed.value : [] };
    };
    const many = await mintWorkspace("Many");
    const { publicationId, syncId } = await mintSync(many, await mintEnds(many));
    const one = await statementsOf(many);
    await db.sql`insert into syncs (workspace_id, name) select ${many.id}, 'Sync ' || n from generate_series(1, 199) n`;
    await db.sql`insert into publications (workspace_id, sync_id, number, rule, ends, digest, signature, published_by)
      select workspace_id, id, 1, '{}', '{}', 'd', 's', gen_random_uuid() from syncs where workspace_id = ${many.id} and id <> ${syncId}`;
    await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state, requested_at, finished_at)
      select p.workspace_id, p.sync_id, 'scheduled', p.id, 'schedule', 'succeeded', now() - n * interval '1 minute', now()
      from publications p cross join generate_series(1, 50) n where p.workspace_id = ${many.id}`;
    await db.sql`insert into record_rows (workspace_id, sync_id, account, record_id, outcome, read_at, publication_id, run_id)
      select p.workspace_id, p.sync_id, 'org-1', 'r' || n, 'held', now(), ${publicationId}, gen_random_uuid()
      from publications p cross join generate_series(1, 5) n where p.workspace_id = ${many.id}`;
    const all = await statementsOf(many);
    expect([one.syncs.length, all.syncs.length]).toEqual([1, 200]);
    expect(all.statements).toBe(one.statements);
    expect(one.statements).toBeGreaterThan(0);
  });
});
