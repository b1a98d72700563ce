import { expect, test } from "vitest";
import { openDraft } from "@/lib/use-cases/drafts/open-draft";
import { restoreVersion } from "@/lib/use-cases/drafts/restore-version";
import { listPublications } from "@/lib/use-cases/publications/list-publications";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import {
  codeOf,
  editDraft,
  mintDraft,
  mintRuleWorkspace,
  must,
  openRuleWorld,
  publishDraft,
  unknownId,
} from "./rule-world";

const { db } = await openRuleWorld();

/** A sync with two versions, of which the second stops on bad records. */
async function mintTwoVersions() {
  const tenant = await mintRuleWorkspace();
  const { syncId } = await mintDraft(tenant);
  const first = await publishDraft(tenant.editor, syncId);
  await editDraft(tenant.editor, syncId, (rule) => ({ ...rule, badRecords: "stop" }));
  const second = await publishDraft(tenant.editor, syncId);
  return { tenant, syncId, first, second };
}

test("versions are listed newest first with what each changed; one is live", async () => {
  const { tenant, syncId } = await mintTwoVersions();
  const { lines, revision } = must(await listPublications(tenant.viewer, { syncId }));
  expect(lines.map(({ number, isLive, isDraft }) => [number, isLive, isDraft])).toEqual([
    [2, true, true],
    [1, false, false],
  ]);
  expect(lines[0]?.changes).toEqual([{ kind: "bad_records_changed", from: "hold", to: "stop" }]);
  expect([lines[1]?.changes, revision]).toEqual([null, 2]);
  const stranger = await mintRuleWorkspace();
  const foreign = await listPublications(stranger.owner, { syncId });
  expect(foreign).toEqual(await listPublications(stranger.owner, { syncId: unknownId() }));
});

test("rolling back fills the draft and leaves what runs; the old rule runs again as a new version, after its own preview", async () => {
  const { tenant, syncId, first, second } = await mintTwoVersions();
  const restored = must(await restoreVersion(tenant.editor, { syncId, number: 1, revision: 2 }));
  expect(restored).toEqual({ revision: 3 });
  expect(must(await openDraft(tenant.editor, syncId)).rule.badRecords).toBe("hold");
  expect(must(await readSync(tenant.viewer, { syncId }))).toMatchObject({
    state: "active",
    publication: { number: 2 },
  });
  const third = await publishDraft(tenant.editor, syncId);
  expect(third.number).toBe(3);
  const digests = new Map(
    (await db.sql`select number, digest from publications where sync_id = ${syncId}`).map((row) => [
      row.number,
      row.digest,
    ]),
  );
  expect(digests.get(3)).toBe(digests.get(first.number));
  expect(digests.get(3)).not.toBe(digests.get(second.number));
  const audit = await db.sql`select details from activity where subject_id = ${syncId} and verb = 'draft.restored'`;
  expect(audit.map(({ details }) => details)).toEqual([{ number: 1, revision: 3 }]);
});

test("an edit that somebody saved meanwhile is not lost to a roll-back", async () => {
  const { tenant, syncId } = await mintTwoVersions();
  await editDraft(tenant.owner, syncId, (rule) => ({ ...rule, mapping: [] }));
  const late = await restoreVersion(tenant.editor, { syncId, number: 1, revision: 2 });
  expect(late).toMatchObject({ error: { kind: "conflict", code: "rule.edited_elsewhere", params: { revision: 3 } } });
  expect(must(await openDraft(tenant.editor, syncId)).rule.mapping).toEqual([]);
});

test("refused: a viewer, another workspace, a version that there is not", async () => {
  const { tenant, syncId } = await mintTwoVersions();
  const stranger = await mintRuleWorkspace();
  const input = { syncId, number: 1, revision: 2 };
  expect(codeOf(await restoreVersion(tenant.viewer, input))).toBe("forbidden");
  expect(codeOf(await restoreVersion(stranger.owner, input))).toBe("not_found");
  expect(codeOf(await restoreVersion(tenant.editor, { ...input, number: 9 }))).toBe("versions.unknown");
});
