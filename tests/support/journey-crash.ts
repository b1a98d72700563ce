import { contactWrites, readShop, timesWritten } from "./journey-stand-ins";
import { expect, type PreparedApp } from "./prepared-app";
import { contestedAddresses, differences, expectedContacts, fold, type Shop } from "./truth";

/** The demo's list "Newsletter". */
const LIST_IDS = [1];
/** Brevo carries a write out and answers this much later, so that a crash finds calls under way. */
const ANSWER_MS = 300;
/** Contacts written before the crash, of about 440. */
const WRITTEN_BEFORE = 100;

/**
 * Starts a run over the whole shop, lets `crash` happen in mid-run, and waits until the run has ended by itself. Then judges it by Brevo's own journal and by
 * the shop's ground truth.
 */
export async function surviveCrash(prepared: PreparedApp, crash: () => Promise<void>): Promise<void> {
  const { brevo, merchant, owner, shopify } = prepared;
  await brevo.switchPlan({ plan: "enterprise" });
  const syncId = await merchant.publishSuggested();
  const before = await brevo.truth();
  await brevo.schedule({ fault: "slow", match: "POST /v3/contacts", times: "forever", delayMs: ANSWER_MS });
  const runId = await merchant.runNow(syncId);
  await expect
    .poll(async () => (await contactWrites(brevo)).length, { timeout: 60_000 })
    .toBeGreaterThan(WRITTEN_BEFORE);

  await crash();
  const lost = await owner<{ record_id: string }[]>`select record_id from ledger where state in ('claimed', 'doubt')`;
  expect(lost.length, "calls were under way when it was killed").toBeGreaterThan(0);
  expect(["running", "waiting"]).toContain((await merchant.readRun(runId)).state);
  await brevo.cancelFaults();

  expect(await merchant.untilOver(runId, 90_000)).toMatchObject({ state: "succeeded", failure: null });
  const shop = await readShop(shopify);
  const lostIds = new Set(lost.map(({ record_id }) => record_id));
  expect(repeatedIn(await contactWrites(brevo), shop, lostIds)).toEqual([]);
  expect((await brevo.counters()).tripwire).toBe(0);
  const after = await brevo.truth();
  const withdrawn = contestedAddresses(shop);
  expect(differences({ expected: expectedContacts(shop), before, after, listIds: LIST_IDS, withdrawn })).toEqual([]);
}

/** Customers who were written again although no answer about them was lost. Two who share an address are two writes of one contact. */
function repeatedIn(
  writes: readonly { address: string }[],
  { customers }: Shop,
  lostIds: ReadonlySet<string>,
): string[] {
  return [...timesWritten(writes)].flatMap(([address, times]) => {
    const sharing = customers.filter(({ email }) => email && fold(email.address) === address).map(({ id }) => id);
    const allowed = Math.max(1, sharing.length) + sharing.filter((id) => lostIds.has(id)).length;
    return times > allowed ? [`${sharing}: ${times} times`] : [];
  });
}
