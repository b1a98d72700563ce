import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { expect, test, type Visitor } from "../support/journey-browser";
import { contactWrites, readShop } from "../support/journey-stand-ins";
import {
  connectBothEnds,
  countsOn,
  editCustomer,
  enterDemo,
  HOME,
  makeSync,
  mapTag,
  pressRunNow,
  preview,
  publish,
  setSchedule,
  watchUntil,
} from "../support/journey-steps";
import {
  contestedAddresses,
  differences,
  expectedContacts,
  fold,
  hasProvableConsent,
  type Shop,
  SUGGESTED,
} from "../support/truth";

test.use({ instance: { name: "main-job", timeScale: 20 } });

const NEWSLETTER = 1;
const VIP_CUSTOMERS = 2;
const LIST_IDS = [NEWSLETTER, VIP_CUSTOMERS];

const hasTag = ({ tags }: ShopCustomer) => tags.some((tag) => tag.toLowerCase() === "vip");
/** What the rule of this test writes: the suggested one, and whether a customer has the tag "vip". */
const READS = { ...SUGGESTED, IS_VIP: hasTag };
const expectedOf = (shop: Shop) => expectedContacts(shop, READS);

test("the main job: sign in, connect, build, preview, publish, run; Brevo then says what the shop says", async ({
  prepared: { brevo, shopify },
  visitor,
}) => {
  test.setTimeout(300_000);
  const { page, look } = visitor;
  await brevo.switchPlan({ plan: "enterprise" });
  const before = await brevo.truth();
  const compare = async (optedOut: string[] = []) => {
    const shop = await readShop(shopify);
    const withdrawn = [...contestedAddresses(shop), ...optedOut];
    const after = await brevo.truth();
    return differences({ expected: expectedOf(shop), before, after, listIds: LIST_IDS, withdrawn });
  };
  expect((await compare()).length, "the comparison can fail").toBeGreaterThan(600);
  const shop = await readShop(shopify);

  const sync = await connectAndMakeSync(visitor);
  await buildAndPublish(visitor, sync, shop);
  await pressRunNow(page);
  await watchUntil(page, "Running");
  await look("run-live");
  await watchUntil(page, "Succeeded");
  await look("run-succeeded");
  const counts = await countsOn(page);
  // Of two customers with one address, the first may be looked at again once the second is known.
  expect(counts.read).toBeGreaterThanOrEqual(shop.customers.length);
  expect(counts.delivered).toBeGreaterThanOrEqual(expectedOf(shop).size);
  expect(await compare()).toEqual([]);
  expect(before.filter((contact) => contact.emailBlacklisted)).toHaveLength(1);

  const written = (await contactWrites(brevo)).length;
  await page.goto(sync);
  await pressRunNow(page);
  await watchUntil(page, "Succeeded");
  expect(await contactWrites(brevo), "a second run writes nothing").toHaveLength(written);

  const edited = chooseThree(shop, new Set(before.map((contact) => contact.email ?? "")));
  await editThree(visitor, edited);
  await awaitScheduledRun(visitor, sync);
  const fresh = (await contactWrites(brevo)).slice(written).map(({ address }) => address);
  expect(fresh.sort()).toEqual(edited.map(({ address }) => address).sort());
  expect(await compare([edited[2].address])).toEqual([]);
  expect((await brevo.counters()).tripwire).toBe(0);
});

/** @returns the path of the new sync, which has no schedule */
async function connectAndMakeSync({ page, look }: Visitor): Promise<string> {
  await page.goto("/");
  await look("sign-in");
  await enterDemo(page);
  await look("home");
  await connectBothEnds(page);
  await look("connections");
  await page.goto(`${HOME}/syncs/new`);
  await look("new-sync");
  const sync = await makeSync(page, "Newsletter");
  await page.goto(sync);
  await look("sync-draft");
  await setSchedule(page, "off");
  return sync;
}

/** Maps one more attribute and chooses one more list than suggested; the preview must count who consents. */
async function buildAndPublish({ page, look }: Visitor, sync: string, shop: Shop): Promise<void> {
  await page.goto(`${sync}/rule`);
  await mapTag(page, "vip", "IS_VIP");
  await page.getByLabel("Add a list").selectOption({ label: "VIP customers" });
  const figures = await preview(page);
  await look("rule");
  expect((figures.Create ?? 0) + (figures.Update ?? 0)).toBe(shop.customers.filter(hasProvableConsent).length);
  await publish(page);
}

type Three = [Edited, Edited, Edited];
interface Edited {
  id: string;
  address: string;
}

/** Two change their names, the third takes the consent back. */
async function editThree({ page, look }: Visitor, [first, second, third]: Three): Promise<void> {
  await editCustomer(page, first.id, (dialog) => dialog.getByLabel("First name").fill("Zoë Edited"));
  await editCustomer(page, second.id, (dialog) => dialog.getByLabel("Last name").fill("O’Edited"));
  await editCustomer(page, third.id, (dialog) => dialog.getByLabel("Consent state").selectOption("UNSUBSCRIBED"));
  await look("sandbox-shop");
}

async function awaitScheduledRun({ page, look }: Visitor, sync: string): Promise<void> {
  await page.goto(sync);
  await setSchedule(page, "interval", 5);
  const scheduled = page.getByRole("row", { name: /The schedule/ }).filter({ hasText: "Succeeded" });
  await expect(async () => {
    await page.reload();
    await expect(scheduled.first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await look("sync-active");
}

/** Three customers who were delivered, who are the only ones with their address and were unknown to Brevo before. */
function chooseThree(shop: Shop, known: ReadonlySet<string>): Three {
  const expected = expectedOf(shop);
  const alone = shop.customers.flatMap(({ id, email }) => {
    const address = email ? fold(email.address) : "";
    return expected.get(address)?.sharing === 1 && !known.has(address) ? [{ id, address }] : [];
  });
  const [first, second, third] = [alone[10], alone[250], alone[500]];
  if (!first || !second || !third) throw new Error("the demo's shop is too small for this test");
  return [first, second, third];
}
