import { describe, expect, test } from "vitest";
import { inWorkspace } from "@/lib/db/client";
import { hasProvableConsent } from "@/lib/demo/shop/provable-consent";
import { failure } from "@/lib/runner/failures";
import { checkEnds } from "@/lib/use-cases/syncs/check-ends";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { resumeSync } from "@/lib/use-cases/syncs/resume-sync";
import { codeOf, mintDraft, mintRuleWorkspace, must, openRuleWorld, publishDraft, unknownId } from "./rule-world";
import { mintWorkspace } from "./syncs-world";

const { db, shop, account } = await openRuleWorld();
const reason = "The token is renewed";

/** A published sync that a streak of failures has paused, with the finding that tells of it. */
async function mintPaused() {
  const tenant = await mintRuleWorkspace();
  const { syncId } = await mintDraft(tenant);
  await publishDraft(tenant.editor, syncId);
  const cause = JSON.stringify(failure("source.credential", "401"));
  await inWorkspace(tenant.id, async ({ raw }) => {
    await raw`update syncs set state = 'paused', paused_at = clock_timestamp(), pause_cause = ${cause}::text::jsonb, pause_outage_only = true,
      pause_run_ids = array[gen_random_uuid()], next_run_at = null, changed_at = '2026-01-01' where id = ${syncId}`;
    await raw`insert into findings (workspace_id, sync_id, kind, severity) values (${tenant.id}, ${syncId}, 'sync.paused', 'critical')`;
  });
  return { tenant, syncId };
}

const columns = async (syncId: string) => {
  const [row] = await db.sql`select state, paused_at, pause_cause, pause_outage_only, pause_run_ids,
    changed_at > now() - interval '1 minute' as changed, next_run_at > now() - interval '1 minute' as due from syncs where id = ${syncId}`;
  return row;
};

describe("resume", () => {
  test("asks both ends, clears the pause, is due at once, starts the streak anew, resolves the finding, is audited", async () => {
    const { tenant, syncId } = await mintPaused();
    const askedBefore = [(await shop.journal()).lastSeq, (await account.journal()).lastSeq] as const;
    expect(await resumeSync(tenant.editor, { syncId, reason })).toEqual({ ok: true, value: { syncId } });
    expect((await shop.journal()).lastSeq).toBeGreaterThan(askedBefore[0]);
    expect((await account.journal()).lastSeq).toBeGreaterThan(askedBefore[1]);
    expect(await columns(syncId)).toEqual({
      ...{ state: "active", paused_at: null, pause_cause: null, pause_outage_only: false, pause_run_ids: [] },
      ...{ changed: true, due: true },
    });
    expect(await db.sql`select state from findings where sync_id = ${syncId}`).toEqual([{ state: "resolved" }]);
    const audit =
      await db.sql`select actor_id, details ->> 'reason' as reason from activity where verb = 'sync.resumed' and subject_id = ${syncId}`;
    expect(audit).toEqual([{ actor_id: tenant.editor.user.id, reason }]);
    expect(codeOf(await resumeSync(tenant.editor, { syncId, reason }))).toBe("syncs.not_paused");
  });

  test("wants a reason and an editor of this workspace", async () => {
    const { tenant, syncId } = await mintPaused();
    const stranger = await mintWorkspace("Elsewhere");
    expect(codeOf(await resumeSync(tenant.viewer, { syncId, reason }))).toBe("forbidden");
    expect(codeOf(await resumeSync(tenant.editor, { syncId, reason: "  " }))).toBe("invalid");
    const foreign = await resumeSync(stranger.owner, { syncId, reason });
    expect(foreign).toEqual(await resumeSync(tenant.owner, { syncId: unknownId(), reason }));
    expect(codeOf(foreign)).toBe("not_found");
    expect(await columns(syncId)).toMatchObject({ state: "paused" });
  });

  test.each([
    ["shop", "auth-401", "failures.source_credential"],
    ["shop", "edge-5xx", "failures.source_unavailable"],
    ["account", "401-key", "failures.destination_credential"],
    ["account", "401-ip", "failures.destination_ip_refused"],
  ] as const)(
    "is refused with the cause while the %s answers %s, and works once that is mended",
    async (end, fault, code) => {
      const { tenant, syncId } = await mintPaused();
      const control = end === "shop" ? shop : account;
      await control.schedule({ fault, times: "forever" });
      try {
        expect(codeOf(await resumeSync(tenant.editor, { syncId, reason }))).toBe(code);
      } finally {
        await control.cancelFaults();
      }
      expect(await columns(syncId)).toMatchObject({ state: "paused", changed: false });
      expect(await readSync(tenant.viewer, { syncId })).toMatchObject({
        value: { pause: { cause: { code: "source.credential" } } },
      });
      expect(codeOf(await resumeSync(tenant.editor, { syncId, reason }))).toBe("ok");
    },
  );

  test("says publish again when the publication is not as it was signed, before anyone is asked", async () => {
    const { tenant, syncId } = await mintPaused();
    const forged = unknownId();
    await db.sql`insert into publications (id, workspace_id, sync_id, number, rule, ends, digest, signature, published_by)
      select ${forged}, workspace_id, sync_id, 2, jsonb_set(rule, '{onDeleted}', '"leave"'), ends, digest, signature, published_by
      from publications where sync_id = ${syncId}`;
    await db.sql`update syncs set live_publication_id = ${forged} where id = ${syncId}`;
    const asked = (await shop.journal()).lastSeq;
    expect(codeOf(await resumeSync(tenant.editor, { syncId, reason }))).toBe("syncs.publish_again");
    expect((await shop.journal()).lastSeq).toBe(asked);
    expect(await columns(syncId)).toMatchObject({ state: "paused" });
  });
});

describe("the check before resuming", () => {
  test("asks both ends and tries one waiting record; writes nothing, tells nothing personal, and leaves the pause", async () => {
    const { tenant, syncId } = await mintPaused();
    const consenting = (await shop.truth()).customers.find(hasProvableConsent);
    const recordId = consenting?.id.split("/").at(-1) ?? "";
    await inWorkspace(tenant.id, async ({ raw }) => {
      await raw`insert into pending (workspace_id, sync_id, lane, record_id, cause) values (${tenant.id}, ${syncId}, 'scheduled', ${recordId}, 'walk')`;
    });
    const checked = must(await checkEnds(tenant.editor, { syncId }));
    expect(checked).toMatchObject({ shopify: null, brevo: null, backlog: 1, minutes: 1 });
    expect(checked.record).toMatchObject({ kind: "judged", recordId, verdict: "create", reason: null });
    expect(JSON.stringify(checked)).not.toContain("@");
    expect(await columns(syncId)).toMatchObject({ state: "paused" });
    expect(await db.sql`select 1 from ledger where sync_id = ${syncId}`).toEqual([]);
  });

  test("says which end does not answer, and why", async () => {
    const { tenant, syncId } = await mintPaused();
    await shop.schedule({ fault: "auth-401", times: "forever" });
    const checked = await checkEnds(tenant.editor, { syncId }).finally(() => shop.cancelFaults());
    expect(must(checked)).toMatchObject({
      shopify: { code: "source.credential" },
      brevo: null,
      record: { kind: "none" },
    });
  });

  test("is for editors of this workspace, and for paused syncs", async () => {
    const { tenant, syncId } = await mintPaused();
    expect(codeOf(await checkEnds(tenant.viewer, { syncId }))).toBe("forbidden");
    expect(codeOf(await checkEnds((await mintWorkspace("Elsewhere")).owner, { syncId }))).toBe("not_found");
    must(await resumeSync(tenant.editor, { syncId, reason }));
    expect(codeOf(await checkEnds(tenant.editor, { syncId }))).toBe("syncs.not_paused");
  });
});
