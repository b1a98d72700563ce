import { contactWrites } from "../support/journey-stand-ins";
import { expect, test } from "../support/prepared-app";

test.use({ instance: { name: "emptied-list", timeScale: 60, customers: 120 } });

test('a list that answers empty while the shop has customers is unreadable, never "nothing new"', async ({
  prepared,
}) => {
  test.setTimeout(120_000);
  const { brevo, merchant, owner, shopify } = prepared;
  const syncId = await merchant.publishSuggested();
  expect((await merchant.untilOver(await merchant.runNow(syncId))).state).toBe("succeeded");
  const bookmarks = await owner`select lane, at from bookmarks where sync_id = ${syncId}`;
  const writes = (await contactWrites(brevo)).length;

  await shopify.schedule({ fault: "empty-list", match: "CustomersPage", times: "forever" });
  const run = await merchant.untilOver(await merchant.runNow(syncId), 90_000);
  expect(run).toMatchObject({ state: "failed", verdict: "unreadable", failure: { code: "source.unreadable" } });
  expect(await owner`select lane, at from bookmarks where sync_id = ${syncId}`).toEqual(bookmarks);
  expect(await contactWrites(brevo)).toHaveLength(writes);

  await shopify.cancelFaults();
  const next = await merchant.untilOver(await merchant.runNow(syncId));
  expect(next).toMatchObject({ state: "succeeded", verdict: "proven_quiet" });
});
