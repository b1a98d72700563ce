import { describe, expect, it } from "vitest";
import { disconnect } from "@/lib/use-cases/connections/disconnect";
import { openDraft } from "@/lib/use-cases/drafts/open-draft";
import { saveDraft } from "@/lib/use-cases/drafts/save-draft";
import { codeOf, editDraft, mintDraft, mintRuleWorkspace, must, openRuleWorld, publishDraft } from "./rule-world";

const { db } = await openRuleWorld();

const stateOf = async (syncId: string) => (await db.sql`select state, next_run_at from syncs where id = ${syncId}`)[0];

describe("opening a draft", () => {
  it("suggests a careful rule from what the account has, once", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, rule, revision, account, problems, live } = await mintDraft(tenant);
    expect(rule.mapping.map(({ source, target }) => `${source}:${target.name}`)).toContain("firstName:FIRSTNAME");
    expect(rule).toMatchObject({ consent: { onWithdrawal: "unlist_and_block" }, lists: [{ marketing: true }] });
    expect({ revision, problems, live }).toEqual({ revision: 1, problems: [], live: null });
    expect(account.lists.map(({ name }) => name)).toContain("Newsletter");
    await editDraft(tenant.editor, syncId, (now) => ({ ...now, mapping: [] }));
    expect(must(await openDraft(tenant.viewer, syncId))).toMatchObject({ revision: 2, rule: { mapping: [] } });
  });

  it("answers alike for a foreign and an unknown sync, and for what is no id", async () => {
    const { syncId } = await mintDraft(await mintRuleWorkspace());
    const { editor } = await mintRuleWorkspace();
    const answers = [];
    for (const id of [syncId, crypto.randomUUID(), "new", "x' or 1=1"]) answers.push(await openDraft(editor, id));
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: { kind: "not_found", code: "not_found" } })));
  });

  it("says that the account is not connected when its key was taken away", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    must(await disconnect(tenant.editor, { connectionId: tenant.ends.destinationConnectionId }));
    expect(codeOf(await openDraft(tenant.editor, syncId))).toBe("rule.destination_not_connected");
  });

  it("names the attributes that another live sync writes", async () => {
    const tenant = await mintRuleWorkspace();
    const first = await mintDraft(tenant, "First");
    const second = await mintDraft(tenant, "Second");
    expect(second.rivals).toEqual({});
    await publishDraft(tenant.editor, first.syncId);
    expect(must(await openDraft(tenant.editor, second.syncId)).rivals).toMatchObject({ FIRSTNAME: "First" });
    expect(must(await openDraft(tenant.editor, first.syncId)).rivals).toEqual({});
  });
});

describe("saving a draft", () => {
  it("over a revision that somebody else saved is a conflict that names theirs; nothing is lost", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, rule, revision } = await mintDraft(tenant);
    const save = (who: typeof tenant.editor, badRecords: "hold" | "stop", over: number) =>
      saveDraft(who, { syncId, revision: over, rule: { ...rule, badRecords }, keepRunning: true });
    must(await save(tenant.owner, "stop", revision));
    expect(await save(tenant.editor, "hold", revision)).toMatchObject({
      error: { kind: "conflict", code: "rule.edited_elsewhere", params: { revision: 2 } },
    });
    expect(must(await openDraft(tenant.editor, syncId)).rule.badRecords).toBe("stop");
    expect(must(await save(tenant.editor, "hold", 2)).revision).toBe(3);
  });

  it("lets one of two who save at once through", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, rule, revision } = await mintDraft(tenant);
    const saves = await Promise.all(
      (["hold", "stop"] as const).map((badRecords) =>
        saveDraft(tenant.editor, { syncId, revision, rule: { ...rule, badRecords }, keepRunning: true }),
      ),
    );
    expect(saves.map(codeOf).sort()).toEqual(["ok", "rule.edited_elsewhere"]);
  });

  it.each([
    ["no rule at all", null],
    ["a text", "rule"],
    ["a rule with an unknown part", { extra: true }],
    [
      "an attribute that is the contact's key",
      { mapping: [{ source: "email", transform: { kind: "none" }, target: { name: "EMAIL", type: "text" } }] },
    ],
    [
      "a list that is not marketing without a reason",
      { lists: [{ id: 1, name: "L", marketing: false, reason: "why" }] },
    ],
    [
      "too many rows",
      {
        mapping: Array.from({ length: 61 }, () => ({
          source: "id",
          transform: { kind: "none" },
          target: { name: "A", type: "text" },
        })),
      },
    ],
  ])("refuses %s with what is wrong, and keeps what was stored", async (_what, part) => {
    const tenant = await mintRuleWorkspace();
    const { syncId, rule, revision } = await mintDraft(tenant);
    const broken = typeof part === "object" && part !== null ? { ...rule, ...part } : part;
    const refused = await saveDraft(tenant.editor, { syncId, revision, rule: broken as never, keepRunning: true });
    expect(codeOf(refused)).toBe("invalid");
    expect(must(await openDraft(tenant.editor, syncId))).toMatchObject({ rule, revision });
  });

  it("is not for viewers, nor for another workspace's editor", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, rule, revision } = await mintDraft(tenant);
    const { editor: stranger } = await mintRuleWorkspace();
    const save = (who: typeof stranger) => saveDraft(who, { syncId, revision, rule, keepRunning: true });
    expect([await save(tenant.viewer), await save(stranger)].map(codeOf)).toEqual(["forbidden", "not_found"]);
  });
});

describe("editing the rule of a running sync", () => {
  it("returns it to draft, which does not run, unless the version is kept running", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    await publishDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "leave" }), true);
    expect(await stateOf(syncId)).toMatchObject({ state: "active" });
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, badRecords: "stop" }), false);
    expect(await stateOf(syncId)).toEqual({ state: "draft", next_run_at: null });
    const verbs = await db.sql`select verb from activity where subject_id = ${syncId} order by at desc limit 1`;
    expect(verbs).toEqual([{ verb: "sync.returned_to_draft" }]);
  });

  it("stops nothing when the text is what runs already", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    await publishDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => rule, false);
    expect(await stateOf(syncId)).toMatchObject({ state: "active" });
  });
});
