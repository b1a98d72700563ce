import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import { contactWrites } from "../support/journey-stand-ins";
import { expect, type PreparedApp, test } from "../support/prepared-app";

test.use({ instance: { name: "expired-token", timeScale: 60, customers: 120 } });

const bookmarksOf = ({ owner }: PreparedApp, syncId: string) =>
  owner`select lane, at, covered from bookmarks where sync_id = ${syncId} order by lane`;

test("an expired token: plain failure, the bookmark stays, five pause the sync, Resume works after the token is mended", async ({
  prepared,
}) => {
  const { brevo, merchant, owner, shopify } = prepared;
  const syncId = await merchant.publishSuggested();
  expect((await merchant.untilOver(await merchant.runNow(syncId))).state).toBe("succeeded");
  const bookmarks = await bookmarksOf(prepared, syncId);
  expect(bookmarks.filter(({ at }) => at !== null)).toHaveLength(1);
  const writes = (await contactWrites(brevo)).length;

  await shopify.putToken(DEMO_ACCESS_TOKEN, { state: "expired" });
  for (let failed = 1; failed <= 5; failed++) {
    const run = await merchant.untilOver(await merchant.runNow(syncId));
    expect(run).toMatchObject({ state: "failed", failure: { code: "source.credential" }, failed_attempts: 0 });
    const [sync] = await owner`select state from syncs where id = ${syncId}`;
    expect(sync).toEqual({ state: failed < 5 ? "active" : "paused" });
  }
  expect(await bookmarksOf(prepared, syncId)).toEqual(bookmarks);
  expect(await contactWrites(brevo)).toHaveLength(writes);
  const [paused] = await owner`select pause_cause, cardinality(pause_run_ids) as runs from syncs where id = ${syncId}`;
  expect(paused).toMatchObject({ pause_cause: { code: "source.credential" }, runs: 5 });

  expect(await merchant.resume(syncId)).toMatchObject({ ok: false });
  expect((await owner`select state from syncs where id = ${syncId}`)[0]).toEqual({ state: "paused" });
  await shopify.putToken(DEMO_ACCESS_TOKEN, { state: "live" });
  expect(await merchant.resume(syncId)).toMatchObject({ ok: true });
  const run = await merchant.untilOver(await merchant.runNow(syncId));
  expect(run.state).toBe("succeeded");
  expect(await contactWrites(brevo)).toHaveLength(writes);
});
