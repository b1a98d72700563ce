import { contactWrites } from "../support/journey-stand-ins";
import { expect, test } from "../support/prepared-app";

test.use({ instance: { name: "tampered-rule", timeScale: 60, customers: 120 } });

test("a rule edited in the database behind the app's back: the next run refuses, writes nothing and is not retried", async ({
  prepared,
}) => {
  const { brevo, merchant, owner, shopify } = prepared;
  const syncId = await merchant.publishSuggested();
  const first = await merchant.untilOver(await merchant.runNow(syncId));
  expect(first.state).toBe("succeeded");
  const { customers } = await shopify.truth();
  await shopify.editCustomer(customers[0]?.id ?? "", { firstName: "Edited" });
  const before = (await contactWrites(brevo)).length;
  expect(before).toBeGreaterThan(30);

  // The trigger refuses it to everybody; who owns the table can switch the trigger off.
  await expect(owner`update publications set number = 9 where sync_id = ${syncId}`).rejects.toThrow();
  await owner.begin(async (sql) => {
    await sql`alter table publications disable trigger publications_immutable`;
    await sql`update publications set rule = jsonb_set(rule, '{lists,0,id}', '2') where sync_id = ${syncId}`;
    await sql`alter table publications enable trigger publications_immutable`;
  });
  const run = await merchant.untilOver(await merchant.runNow(syncId));

  expect(run).toMatchObject({ state: "failed", failure: { code: "publication.invalid", course: "stops" } });
  expect(run.failed_attempts).toBe(0);
  const [retries] =
    await owner`select count(*)::int as due from attempts where run_id = ${run.id} and next_at is not null`;
  expect(retries).toEqual({ due: 0 });
  expect(await contactWrites(brevo)).toHaveLength(before);
  expect((await merchant.counts(run.id)).taken).toBe(0);
});
