import { describe, expect, it } from "vitest";
import { installation } from "@/lib/installation";
import { publicationDigest, verifySignature } from "@/lib/rules/publication";
import { ruleSchema } from "@/lib/rules/schema";
import { publish } from "@/lib/use-cases/publications/publish";
import {
  codeOf,
  editDraft,
  mintDraft,
  mintRuleWorkspace,
  must,
  openRuleWorld,
  previewDraft,
  publishDraft,
  unknownId,
} from "./rule-world";

const { db } = await openRuleWorld();

const syncRow = async (syncId: string) => {
  const [row] = await db.sql`select * from syncs where id = ${syncId}`;
  if (!row) throw new Error("no sync");
  return row;
};
const numbersOf = async (syncId: string) =>
  (await db.sql`select number from publications where sync_id = ${syncId} order by number`).map(({ number }) => number);

/** Keeps the sync's row, so that publishers meet. @returns lets it go */
async function holdSync(syncId: string): Promise<() => void> {
  return new Promise((held, failed) => {
    db.sql
      .begin(async (tx) => {
        await tx`select 1 from syncs where id = ${syncId} for update`;
        await new Promise<void>((release) => held(release));
      })
      .catch(failed);
  });
}

async function waitingForLocks(count: number): Promise<void> {
  for (;;) {
    const [row] = await db.sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (row?.waiting === count) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe("publishing", () => {
  it("binds the rule and both ends that were previewed, signed, and makes the sync active and due", async () => {
    const { editor, ...tenant } = await mintRuleWorkspace();
    const { syncId } = await mintDraft({ editor, ...tenant });
    const preview = await previewDraft(editor, syncId);
    const published = must(await publish(editor, { syncId, previewId: preview.id, digest: preview.digest }));
    const [row] = await db.sql`select * from publications where id = ${published.publicationId}`;
    expect(published.number).toBe(1);
    expect(row?.digest).toBe(preview.digest);
    expect(publicationDigest(ruleSchema.parse(row?.rule), row?.ends)).toBe(preview.digest);
    const claim = { syncId, number: 1, digest: preview.digest };
    expect(verifySignature(installation().signingKey, claim, row?.signature)).toBe(true);
    const sync = await syncRow(syncId);
    expect(sync).toMatchObject({ state: "active", live_publication_id: published.publicationId });
    expect(sync.next_run_at).not.toBeNull();
    expect(await db.sql`select details from activity where verb = 'sync.published'`).toEqual([
      { details: { number: 1, digest: preview.digest } },
    ]);
  });

  it("P19 edit after the preview: publish refused, nothing published, the sync stays as it was", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, badRecords: "stop" }));
    expect(codeOf(await publish(tenant.editor, { syncId, previewId, digest }))).toBe("publish.preview_outdated");
    expect(await numbersOf(syncId)).toEqual([]);
    expect((await syncRow(syncId)).state).toBe("draft");
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, badRecords: "hold" }));
    expect(codeOf(await publish(tenant.editor, { syncId, previewId, digest }))).toBe("ok");
  });

  it("refuses a digest that is not the preview's own, be it the draft's", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const first = await previewDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "leave" }));
    const second = await previewDraft(tenant.editor, syncId);
    expect(second.digest).not.toBe(first.digest);
    const crossed = { syncId, previewId: first.id, digest: second.digest };
    expect(codeOf(await publish(tenant.editor, crossed))).toBe("publish.preview_outdated");
    const forged = { syncId, previewId: second.id, digest: "0".repeat(64) };
    expect(codeOf(await publish(tenant.editor, forged))).toBe("publish.preview_outdated");
  });

  it("refuses a preview of another sync, of another workspace and of nobody alike", async () => {
    const tenant = await mintRuleWorkspace();
    const stranger = await mintRuleWorkspace();
    const [mine, sibling, foreign] = [
      await mintDraft(tenant),
      await mintDraft(tenant, "Sibling"),
      await mintDraft(stranger, "Foreign"),
    ];
    const { digest } = await previewDraft(tenant.editor, mine.syncId);
    const ofSibling = await previewDraft(tenant.editor, sibling.syncId);
    const ofForeign = await previewDraft(stranger.editor, foreign.syncId);
    for (const previewId of [ofSibling.id, ofForeign.id, unknownId()])
      expect(codeOf(await publish(tenant.editor, { syncId: mine.syncId, previewId, digest }))).toBe(
        "publish.preview_gone",
      );
    const theirSync = { syncId: foreign.syncId, previewId: ofForeign.id, digest: ofForeign.digest };
    expect(codeOf(await publish(tenant.editor, theirSync))).toBe("not_found");
    expect(await numbersOf(foreign.syncId)).toEqual([]);
  });

  it("refuses a preview that has expired, is still running, or failed", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    const attempt = async () => codeOf(await publish(tenant.editor, { syncId, previewId, digest }));
    for (const state of ["running", "failed"]) {
      await db.sql`update previews set state = ${state} where id = ${previewId}`;
      expect(await attempt()).toBe("publish.preview_not_ready");
    }
    await db.sql`update previews set state = 'ready', expires_at = clock_timestamp() - interval '1 second' where id = ${previewId}`;
    expect(await attempt()).toBe("publish.preview_outdated");
    await db.sql`update previews set expires_at = clock_timestamp() + interval '1 hour' where id = ${previewId}`;
    expect(await attempt()).toBe("ok");
  });

  it.each([
    ["the shop", "shopify", "identity = 'gid://shopify/Shop/2'"],
    ["the account", "brevo", "identity = 'another organisation'"],
    ["the shop's zone", "shopify", `details = jsonb_set(details, '{timeZone}', '"Asia/Tokyo"')`],
  ])("refuses when %s that a connection reaches has changed since the preview", async (_what, kind, change) => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    await db.sql.unsafe(`update connections set ${change} where workspace_id = '${tenant.id}' and kind = '${kind}'`);
    expect(codeOf(await publish(tenant.editor, { syncId, previewId, digest }))).toBe("publish.preview_outdated");
  });

  it("refuses while an end is not connected", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    await db.sql`update connections set state = 'broken' where workspace_id = ${tenant.id} and kind = 'brevo'`;
    expect(codeOf(await publish(tenant.editor, { syncId, previewId, digest }))).toBe("rule.destination_not_connected");
  });

  it("asks for a recent sign-in, and viewers not at all", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    const longAgo = { ...tenant.editor, user: { ...tenant.editor.user, signedInAtMs: Date.now() - 11 * 60_000 } };
    expect(codeOf(await publish(longAgo, { syncId, previewId, digest }))).toBe("sign_in_again");
    expect(codeOf(await publish(tenant.viewer, { syncId, previewId, digest }))).toBe("forbidden");
    expect(await numbersOf(syncId)).toEqual([]);
  });
});

describe("versions", () => {
  it("are numbered upwards, and the last one is live", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    await publishDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "leave" }));
    const second = await publishDraft(tenant.editor, syncId);
    expect(second.number).toBe(2);
    expect(await numbersOf(syncId)).toEqual([1, 2]);
    expect((await syncRow(syncId)).live_publication_id).toBe(second.publicationId);
  });

  it("have no gap and no double when people publish at once", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    const release = await holdSync(syncId);
    const attempts = Promise.all(
      [tenant.editor, tenant.owner, tenant.editor].map((who) => publish(who, { syncId, previewId, digest })),
    );
    await waitingForLocks(3);
    release();
    const both = await attempts;
    expect(both.map(codeOf)).toEqual(["ok", "ok", "ok"]);
    expect(await numbersOf(syncId)).toEqual([1, 2, 3]);
    const [last] = await db.sql`select id from publications where sync_id = ${syncId} and number = 3`;
    expect((await syncRow(syncId)).live_publication_id).toBe(last?.id);
  });
});

describe("two syncs and one attribute", () => {
  it("refuses the second, naming sync and attribute, until the row is gone", async () => {
    const tenant = await mintRuleWorkspace();
    const first = await mintDraft(tenant, "First");
    const second = await mintDraft(tenant, "Second");
    await publishDraft(tenant.editor, first.syncId);
    await editDraft(tenant.editor, second.syncId, (rule) => ({ ...rule, mapping: rule.mapping.slice(0, 1) }));
    const preview = await previewDraft(tenant.editor, second.syncId);
    const attempt = () =>
      publish(tenant.editor, { syncId: second.syncId, previewId: preview.id, digest: preview.digest });
    expect(await attempt()).toMatchObject({
      error: { code: "publish.attribute_taken", params: { sync: "First", attribute: "FIRSTNAME" } },
    });
    await db.sql`update syncs set state = 'draft', next_run_at = null where id = ${first.syncId}`;
    expect(codeOf(await attempt())).toBe("ok");
  });

  it("lets only one through when both publish at once", async () => {
    const tenant = await mintRuleWorkspace();
    const drafts = [await mintDraft(tenant, "First"), await mintDraft(tenant, "Second")];
    const previews = [];
    for (const { syncId } of drafts) previews.push({ syncId, preview: await previewDraft(tenant.editor, syncId) });
    const results = await Promise.all(
      previews.map(({ syncId, preview }) =>
        publish(tenant.editor, { syncId, previewId: preview.id, digest: preview.digest }),
      ),
    );
    expect(results.map(codeOf).sort()).toEqual(["ok", "publish.attribute_taken"]);
  });
});

describe("existing customers", () => {
  const manualRuns = (syncId: string) =>
    db.sql`select id, state, resend, driver is not null as announced from runs where sync_id = ${syncId} and lane = 'manual'`;

  /** A live version, and a preview of a rule that lacks a row of it. */
  async function mintChanged() {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    await publishDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, mapping: rule.mapping.slice(0, -1) }));
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    return { tenant, input: { syncId, previewId, digest } };
  }

  it("are left as they are unless asked for", async () => {
    const { tenant, input } = await mintChanged();
    expect(must(await publish(tenant.editor, input))).toMatchObject({ number: 2, resendRunId: null });
    expect(await manualRuns(input.syncId)).toEqual([]);
  });

  it("are sent again by an announced manual run of the new version, which the audit names", async () => {
    const { tenant, input } = await mintChanged();
    const { resendRunId } = must(await publish(tenant.editor, { ...input, existing: "resend" }));
    expect(await manualRuns(input.syncId)).toEqual([
      { id: resendRunId, state: "queued", resend: true, announced: true },
    ]);
    const [last] =
      await db.sql`select details from activity where subject_id = ${input.syncId} and verb = 'sync.published' order by at desc limit 1`;
    expect(last?.details).toEqual({ number: 2, digest: input.digest, resendRunId });
  });

  it("are nobody at the first version", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { id: previewId, digest } = await previewDraft(tenant.editor, syncId);
    const published = must(await publish(tenant.editor, { syncId, previewId, digest, existing: "resend" }));
    expect(published.resendRunId).toBeNull();
    expect(await manualRuns(syncId)).toEqual([]);
  });

  it("wait for the run by hand that is at work: nothing is published until it is over", async () => {
    const { tenant, input } = await mintChanged();
    await db.sql`insert into runs (workspace_id, sync_id, lane, publication_id, requested_by, state)
      select workspace_id, id, 'manual', live_publication_id, 'user', 'running' from syncs where id = ${input.syncId}`;
    expect(codeOf(await publish(tenant.editor, { ...input, existing: "resend" }))).toBe("publish.manual_run_at_work");
    expect(await numbersOf(input.syncId)).toEqual([1]);
    expect(codeOf(await publish(tenant.editor, input))).toBe("ok");
  });
});
