import { describe, expect, it } from "vitest";
import { carryOutPreview } from "@/lib/use-cases/previews/carry-out-preview";
import { readLatestPreview, readPreview } from "@/lib/use-cases/previews/read-preview";
import { startPreview } from "@/lib/use-cases/previews/start-preview";
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

const { db, account, shop, customers } = await openRuleWorld();

describe("a preview", () => {
  it("counts every customer of the shop once, and its parts are the whole", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const { state, totals, samples } = await previewDraft(tenant.editor, syncId);
    if (!totals) throw new Error("no totals");
    expect(state).toBe("ready");
    expect(totals.read).toBe(customers.length);
    expect(totals.whole).toBe(true);
    expect(totals.create + totals.update + totals.unchanged + totals.refused + totals.filtered).toBe(totals.read);
    expect(Object.values(totals.refusedBy).reduce((sum, count) => sum + count, 0)).toBe(totals.refused);
    expect(totals.create).toBeGreaterThan(10);
    expect(totals.refused).toBeGreaterThan(5);
    expect(samples.length).toBeGreaterThan(5);
  });

  it("writes nothing to Brevo and nothing of a person in the clear", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const before = await account.truth();
    const { samples } = await previewDraft(tenant.editor, syncId);
    expect(await account.truth()).toEqual(before);
    const address = samples.find((sample) => sample.address)?.address;
    if (!address) throw new Error("no sample with an address");
    const [row] = await db.sql`select previews::text as stored from previews where sync_id = ${syncId}`;
    expect(row?.stored).not.toContain(address);
    expect(row?.stored).not.toContain(Buffer.from(address).toString("hex"));
  });

  it("tells a contact that is in Brevo already from a new one, with what stands there now", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const fresh = (await previewDraft(tenant.editor, syncId)).samples.find(({ verdict }) => verdict === "create");
    if (!fresh?.address) throw new Error("nobody to create");
    await account.seed({ contacts: [{ email: fresh.address, attributes: { FIRSTNAME: "Old" }, listIds: [2] }] });
    const again = await previewDraft(tenant.editor, syncId);
    expect(again.samples.find(({ recordId }) => recordId === fresh.recordId)).toMatchObject({
      verdict: "update",
      before: { attributes: { FIRSTNAME: "Old" }, listIds: [2], blocklisted: false },
      after: { listIds: [1] },
    });
  });

  it("keeps what it saw when the draft goes on; another draft gives another digest, the same one the same", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const first = await previewDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "leave" }));
    const second = await previewDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "unlist" }));
    const third = await previewDraft(tenant.editor, syncId);
    expect([second.digest === first.digest, third.digest === first.digest]).toEqual([false, true]);
    expect(must(await readPreview(tenant.viewer, { syncId, previewId: first.id })).rule.onDeleted).toBe("unlist");
    expect(must(await readLatestPreview(tenant.viewer, syncId))?.id).toBe(third.id);
  });

  it("says how the previewed rule differs from the live one, and which number comes next", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    expect(await previewDraft(tenant.editor, syncId)).toMatchObject({ live: null, nextNumber: 1, callsPerMinute: 480 });
    await publishDraft(tenant.editor, syncId);
    await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, onDeleted: "leave" }));
    expect(await previewDraft(tenant.editor, syncId)).toMatchObject({
      live: { number: 1, changes: [{ kind: "on_deleted_changed", from: "unlist", to: "leave" }] },
      nextNumber: 2,
    });
  });

  it("that cannot read the shop fails with the cause, never as an empty shop", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, revision } = await mintDraft(tenant);
    const { previewId } = must(await startPreview(tenant.editor, { syncId, revision }));
    await shop.schedule({ fault: "edge-5xx", times: "forever" });
    await carryOutPreview(tenant.id, previewId);
    await shop.cancelFaults();
    expect(must(await readPreview(tenant.editor, { syncId, previewId }))).toMatchObject({
      ...{ state: "failed", totals: null, samples: [], failure: { code: "source.unavailable" } },
    });
  });

  it("whose process died is failed, not running for ever", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, revision } = await mintDraft(tenant);
    const { previewId } = must(await startPreview(tenant.editor, { syncId, revision }));
    const read = async () => must(await readPreview(tenant.editor, { syncId, previewId })).state;
    expect(await read()).toBe("running");
    await db.sql`update previews set created_at = created_at - interval '11 minutes' where id = ${previewId}`;
    expect(await read()).toBe("failed");
  });
});

describe("starting a preview", () => {
  it("is refused for a draft that was saved since, is not whole, or does not fit the account", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const start = async (revision: number) => codeOf(await startPreview(tenant.editor, { syncId, revision }));
    const whole = await editDraft(tenant.editor, syncId, (rule) => rule);
    expect(await start(whole - 1)).toBe("rule.edited_elsewhere");
    expect(await start(await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, lists: [] })))).toBe("invalid");
    const unknownList = { id: 404, name: "Gone", marketing: true } as const;
    const unfit = await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, lists: [unknownList] }));
    expect(await start(unfit)).toBe("rule.does_not_fit");
  });

  it("is allowed with what only differs in a name", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId } = await mintDraft(tenant);
    const renamed = { id: 1, name: "Its old name", marketing: true } as const;
    const revision = await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, lists: [renamed] }));
    expect(codeOf(await startPreview(tenant.editor, { syncId, revision }))).toBe("ok");
  });

  it("is not for viewers; reading is, of the own workspace alone", async () => {
    const tenant = await mintRuleWorkspace();
    const { syncId, revision } = await mintDraft(tenant);
    const { id: previewId } = await previewDraft(tenant.editor, syncId);
    const { editor: stranger } = await mintRuleWorkspace();
    expect(codeOf(await startPreview(tenant.viewer, { syncId, revision }))).toBe("forbidden");
    expect(codeOf(await readPreview(tenant.viewer, { syncId, previewId }))).toBe("ok");
    expect(codeOf(await readPreview(stranger, { syncId, previewId }))).toBe("publish.preview_gone");
    expect(codeOf(await readPreview(tenant.viewer, { syncId, previewId: unknownId() }))).toBe("publish.preview_gone");
    expect(codeOf(await readPreview(tenant.viewer, { syncId, previewId: "x' or 1=1" }))).toBe("invalid");
    expect(codeOf(await readLatestPreview(stranger, syncId))).toBe("not_found");
  });
});
