import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { Context } from "@/lib/use-cases/context";
import { publish } from "@/lib/use-cases/publications/publish";
import { createSync } from "@/lib/use-cases/syncs/create-sync";
import { changeSettings } from "@/lib/use-cases/workspaces/change-settings";
import { readSettings } from "@/lib/use-cases/workspaces/read-settings";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintEnds, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees approval by a second person: whoever changed the draft does not publish it, where the owner wants that.
 */

const { url } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

const shop = await mintWorkspace();
const ends = await mintEnds(shop);
const made = await createSync(shop.editor, {
  name: "Customers",
  sourceConnectionId: ends.source,
  destinationConnectionId: ends.destination,
});
const syncId = made.ok ? made.value.syncId : "";

const settings = (publishingNeedsApproval: boolean) =>
  changeSettings(shop.owner, { name: "Atelier", timeZone: "UTC", supportMayResume: true, publishingNeedsApproval });

/** Why a publish is refused; there is no such preview, so it always is. */
async function refusalOf(who: Context): Promise<string> {
  const answer = await publish(who, { syncId, previewId: randomUUID(), digest: "0".repeat(64) });
  return answer.ok ? "published" : answer.error.code;
}

test("whoever changed the draft is sent to somebody else, and nobody else is", async () => {
  expect(await refusalOf(shop.editor)).not.toBe("publish.second_person");
  expect(await settings(true)).toMatchObject({ ok: true });
  expect(await refusalOf(shop.editor)).toBe("publish.second_person");
  expect(await refusalOf(shop.owner)).not.toBe("publish.second_person");
  expect(await settings(false)).toMatchObject({ ok: true });
  expect(await refusalOf(shop.editor)).not.toBe("publish.second_person");
});

test("only an owner who signed in just now changes that, and it is stored", async () => {
  const stale = { ...shop.owner, user: { ...shop.owner.user, signedInAtMs: 0 } };
  const wanted = { name: "Atelier", timeZone: "Asia/Tokyo", supportMayResume: false, publishingNeedsApproval: true };
  expect(await changeSettings(stale, wanted)).toMatchObject({ error: { kind: "sign_in_again" } });
  expect(await changeSettings(shop.owner, { ...wanted, timeZone: "Mars/Base" })).toMatchObject({
    error: { kind: "invalid" },
  });
  expect(await changeSettings(shop.owner, wanted)).toMatchObject({ ok: true });
  expect(await readSettings(shop.viewer, {})).toEqual({ ok: true, value: wanted });
});
