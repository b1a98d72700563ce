import { beforeEach, describe, expect, it } from "vitest";
import { DEMO_EMAIL } from "@/lib/auth/enter-demo-endpoint";
import { addDemoPeople } from "@/lib/demo/people";
import { seedDemo } from "@/lib/demo/seed";
import { seedStandIns } from "@/lib/demo/seed-stand-ins";
import { DEMO_WORKSPACE_ID } from "@/lib/demo/workspace";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import { openContext } from "@/lib/use-cases/context";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";
import { openDemoInstallation } from "./demo-installation";

const { db, shop, account, places } = await openDemoInstallation();
const standIns = { controlUrl: places.sandboxControlUrl, secret: places.sandboxControlSecret, now: new Date() };

async function picture() {
  const [people, workspaces, members, keys] = await Promise.all([
    db.sql`select email from users order by email`,
    db.sql`select name, is_demo, time_zone from workspaces`,
    db.sql`select role from members order by role`,
    db.sql`select kind from workspace_keys order by kind`,
  ]);
  const { customers, deletedIds } = await shop.truth();
  return { people, workspaces, members, keys, customers, deletedIds, contacts: await account.truth() };
}

async function wipe() {
  await db.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`; // the activity log refuses even this
    await sql`truncate users, workspaces cascade`;
  });
  await Promise.all([shop.reset(), account.reset()]);
}
beforeEach(wipe);

describe("seedDemo", () => {
  it("makes the demo: people in their roles, an empty workspace with keys, a full shop and account", async () => {
    expect(await seedDemo(places)).toEqual({ created: true });
    const seen = await picture();
    expect(seen.people.map(({ email }) => email)).toEqual([
      DEMO_EMAIL,
      "editor@nightpost.example",
      "viewer@nightpost.example",
    ]);
    expect([...seen.workspaces]).toEqual([{ name: "Night Demo", is_demo: true, time_zone: "Europe/Paris" }]);
    expect(seen.members.map(({ role }) => role)).toEqual(["editor", "owner", "viewer"]);
    expect(seen.keys.map(({ kind }) => kind)).toEqual(["address", "data", "ledger"]);
    expect(seen.customers).toHaveLength(1_200);
    expect(seen.contacts).toHaveLength(40);
    expect(await db.sql`select 1 from connections`).toHaveLength(0);
  });

  it("lets its owner in", async () => {
    await seedDemo(places);
    const [owner] = await db.sql<{ id: string; name: string; email: string }[]>`
      select id, name, email from users where email = ${DEMO_EMAIL}`;
    if (!owner) throw new Error("no owner");
    expect(await listMemberships(owner.id)).toEqual([
      { workspaceId: DEMO_WORKSPACE_ID, name: "Night Demo", role: "owner" },
    ]);
    const context = await openContext({ ...owner, signedInAtMs: 0 }, DEMO_WORKSPACE_ID);
    expect(context).toMatchObject({ role: "owner", zone: "Europe/Paris", workspace: { isDemo: true } });
  });

  it("shares customers with Brevo, one of whom consents in the shop and opted out in Brevo", async () => {
    await seedDemo(places);
    const { customers, contacts } = await picture();
    const ownersOf = (contact: StoredContact | undefined) =>
      customers.filter(({ email }) => email?.address.toLowerCase() === contact?.email);
    const shared = contacts.filter((contact) => ownersOf(contact).length > 0);
    expect(shared).toHaveLength(24);
    const [opposed, ...others] = contacts.filter(({ emailBlacklisted }) => emailBlacklisted);
    expect(others).toEqual([]);
    const owners = ownersOf(opposed);
    expect(owners.map(({ email }) => email?.marketingState)).toEqual(["SUBSCRIBED"]);
    expect(owners[0]?.email?.marketingUpdatedAt).not.toBeNull();
  });

  it("changes nothing the second time, not even what people have changed since", async () => {
    await seedDemo(places);
    const [victim] = (await shop.truth()).customers;
    await shop.deleteCustomer(victim?.id ?? "");
    await account.actAsMerchant((await account.truth())[3]?.id ?? 0, { action: "delete" });
    const before = await picture();
    expect(await seedDemo(places)).toEqual({ created: false });
    expect(await picture()).toEqual(before);
    expect(before.customers).toHaveLength(1_199);
    expect(before.contacts).toHaveLength(39);
  });

  it("finishes a seed that died after the stand-ins, and one that died after the people", async () => {
    await seedStandIns(standIns, { fresh: true });
    expect(await seedDemo(places)).toEqual({ created: true });
    await wipe();
    await addDemoPeople();
    expect(await seedDemo(places)).toEqual({ created: true });
    expect(await picture()).toMatchObject({ people: { length: 3 }, members: { length: 3 }, contacts: { length: 40 } });
  });

  it("finishes a seed that died in the middle of an account", async () => {
    await seedStandIns(standIns, { fresh: true });
    const whole = (await account.truth()).map(({ email }) => email).sort();
    for (const { id } of (await account.truth()).slice(5)) await account.actAsMerchant(id, { action: "delete" });
    await seedDemo(places);
    expect((await account.truth()).map(({ email }) => email).sort()).toEqual(whole);
  });

  it("fills again only the stand-in that was reset", async () => {
    await seedDemo(places);
    const [kept] = (await shop.truth()).customers;
    await shop.editCustomer(kept?.id ?? "", { firstName: "Kept" });
    await account.reset();
    expect(await seedDemo(places)).toEqual({ created: false });
    expect(await account.truth()).toHaveLength(40);
    expect(await shop.getCustomer(kept?.id ?? "")).toMatchObject({ firstName: "Kept" });
  });
});
