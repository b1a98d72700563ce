import { beforeEach, describe, expect, it } from "vitest";
import { TRIALS } from "@/components/sandbox/trials";
import { createUser } from "@/lib/auth/create-user";
import type { Role } from "@/lib/db/schema/workspaces";
import { seedStandIns } from "@/lib/demo/seed-stand-ins";
import { type Context, openContext } from "@/lib/use-cases/context";
import { actOnContact } from "@/lib/use-cases/sandbox/act-on-contact";
import { createCustomer, deleteCustomer, editCustomer } from "@/lib/use-cases/sandbox/change-customer";
import { connectDemoAccount, connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";
import { readKnownFaults, removeFault, scheduleFault } from "@/lib/use-cases/sandbox/faults";
import { readSandboxAccount } from "@/lib/use-cases/sandbox/read-account";
import { readShop } from "@/lib/use-cases/sandbox/read-shop";
import { switchSecret } from "@/lib/use-cases/sandbox/switch-secret";
import { watchSandbox } from "@/lib/use-cases/sandbox/watch-sandbox";
import { createWorkspace } from "@/lib/use-cases/workspaces/create-workspace";
import { openDemoInstallation } from "./demo-installation";

const { db, shop, account, places } = await openDemoInstallation();
const standIns = { controlUrl: places.sandboxControlUrl, secret: places.sandboxControlSecret, now: new Date() };
const first = { search: "", page: 1 };
const form = {
  firstName: "Ada",
  lastName: "",
  address: "ada@example.com",
  phone: "",
  consentState: "SUBSCRIBED",
  consentLevel: "SINGLE_OPT_IN",
  consentAt: "2026-01-31T09:00",
};
let serial = 0;

async function member(role: Role): Promise<Context> {
  serial += 1;
  const email = `person${serial}@example.com`;
  const created = await createUser({ email, name: "Person", password: "correct horse battery" });
  if (!created.ok) throw new Error(created.error);
  const workspaceId = await createWorkspace(created.value, { name: "Shop", zone: "UTC" });
  await db.sql`update members set role = ${role} where workspace_id = ${workspaceId}`;
  const context = await openContext({ id: created.value, name: "P", email, signedInAtMs: 0 }, workspaceId);
  if (!context) throw new Error("no context");
  return context;
}
const editor = await member("editor");
const viewer = await member("viewer");

function valueIn<T>(result: { ok: true; value: T } | { ok: false; error: unknown }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

beforeEach(async () => {
  await Promise.all([shop.reset(), account.reset()]);
  await seedStandIns(standIns, { fresh: true });
});

describe("the shop's page", () => {
  it("counts what is true in the shop, and finds people", async () => {
    const page = valueIn(await readShop(viewer, first));
    const { customers } = await shop.truth();
    expect(page).toMatchObject({ total: 1_200, truth: { customers: 1_200, deleted: 0 } });
    expect(page.customers).toHaveLength(25);
    expect(page.truth.withAddress).toBe(customers.filter(({ email }) => email).length);
    expect(page.truth.provable).toBeGreaterThan(600);
    expect(page.truth.provable + page.truth.unproved).toBe(
      customers.filter(({ email }) => email?.marketingState === "SUBSCRIBED").length,
    );
    const someone = customers.find(({ email }) => email)?.email?.address ?? "";
    const found = valueIn(await readShop(viewer, { search: someone, page: 1 }));
    expect(found.customers.map(({ address }) => address?.toLowerCase())).toContain(someone.toLowerCase());
    expect(found.total).toBeLessThan(5);
  });

  it("adds, edits and deletes a customer; what the form does not show stays", async () => {
    const { customerId } = valueIn(await createCustomer(editor, { ...form, phone: "+447700900123" }));
    await shop.writeSmsConsent(customerId, { state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN" });
    valueIn(await editCustomer(editor, { ...form, customerId, phone: "+447700900124", consentAt: "" }));
    expect(await shop.getCustomer(customerId)).toMatchObject({
      firstName: "Ada",
      lastName: null,
      email: { address: "ada@example.com", marketingOptInLevel: "SINGLE_OPT_IN", marketingUpdatedAt: null },
      phone: { number: "+447700900124", marketingState: "SUBSCRIBED" },
    });
    valueIn(await editCustomer(editor, { ...form, customerId, address: "" }));
    expect(await shop.getCustomer(customerId)).toMatchObject({ email: null, phone: null });
    valueIn(await deleteCustomer(editor, { customerId }));
    expect((await shop.truth()).deletedIds).toEqual([customerId]);
    expect(await editCustomer(editor, { ...form, customerId })).toMatchObject({ error: { code: "sandbox.gone" } });
  });

  it("keeps times in whole seconds of UTC, as Shopify has them, and refuses what is no time", async () => {
    const { customerId } = valueIn(await createCustomer(editor, form));
    expect((await shop.getCustomer(customerId)).email?.marketingUpdatedAt).toBe("2026-01-31T09:00:00Z");
    for (const consentAt of ["yesterday", "2026-13-45T09:00"])
      expect(await createCustomer(editor, { ...form, consentAt })).toMatchObject({
        ok: false,
        error: { kind: "invalid", fields: { consentAt: { code: "field_format" } } },
      });
  });
});

describe("the account's page", () => {
  it("marks who opted out, and lets the merchant opt people out, in and away", async () => {
    const before = valueIn(await readSandboxAccount(viewer, first));
    expect(before.truth).toMatchObject({ contacts: 40, blocklisted: 1 });
    const contact = before.contacts.find(({ blocklisted }) => !blocklisted);
    const contactId = String(contact?.id);
    const blocklisted = async () =>
      valueIn(await readSandboxAccount(viewer, { search: contact?.address ?? "", page: 1 })).contacts[0]?.blocklisted;
    valueIn(await actOnContact(editor, { contactId, act: "opt-out" }));
    expect(await blocklisted()).toBe(true);
    valueIn(await actOnContact(editor, { contactId, act: "opt-in" }));
    expect(await blocklisted()).toBe(false);
    valueIn(await actOnContact(editor, { contactId, act: "delete" }));
    const after = valueIn(await readSandboxAccount(viewer, first));
    expect(after.truth.contacts).toBe(39);
    expect(after.tripwire).toBe(0);
  });
});

describe("faults", () => {
  it("strike what was asked, show while they wait, and can be removed", async () => {
    const context = await member("owner");
    valueIn(await scheduleFault(editor, { side: "shopify", fault: "auth-401", times: "2", skip: "1" }));
    const { faultId } = valueIn(
      await scheduleFault(editor, {
        side: "brevo",
        fault: "slow",
        forever: "on",
        match: "/v3/account",
        delaySeconds: "2",
      }),
    );
    const { faults } = valueIn(await watchSandbox(viewer));
    expect(faults).toMatchObject([
      { side: "shopify", fault: "auth-401", times: 2, skip: 1 },
      { side: "brevo", fault: "slow", times: "forever", match: "/v3/account", delayMs: 2_000 },
    ]);
    expect((await connectDemoShop(context)).ok).toBe(false);
    valueIn(await removeFault(editor, { side: "brevo", faultId }));
    const after = valueIn(await watchSandbox(viewer));
    expect(after.faults.map(({ side }) => side)).not.toContain("brevo");
    expect(after.lines.filter(({ fault }) => fault === "auth-401").length).toBeGreaterThan(0);
    expect(JSON.stringify(after)).not.toMatch(/"body"/);
  });

  it("refuses a fault that no stand-in plays, and numbers that are none", async () => {
    expect(await scheduleFault(editor, { side: "brevo", fault: "auth-401" })).toMatchObject({
      error: { code: "sandbox.refused" },
    });
    expect(await scheduleFault(editor, { side: "brevo", fault: "429", times: "-3" })).toMatchObject({
      error: { kind: "invalid", fields: { times: { code: "field_below" } } },
    });
  });

  it("can all be scheduled, those of one press too", async () => {
    const known = valueIn(await readKnownFaults(viewer));
    for (const side of ["shopify", "brevo"] as const)
      for (const { fault } of known[side]) valueIn(await scheduleFault(editor, { side, fault }));
    for (const { fields } of TRIALS) valueIn(await scheduleFault(editor, fields));
    expect(valueIn(await watchSandbox(viewer)).faults).toHaveLength(
      known.shopify.length + known.brevo.length + TRIALS.length,
    );
  });
});

describe("secrets", () => {
  it("expire and are mended at the vendor", async () => {
    const context = await member("owner");
    for (const to of ["expire-token", "expire-key"]) valueIn(await switchSecret(editor, { to }));
    expect(valueIn(await watchSandbox(viewer))).toMatchObject({ token: "expired", key: "expired" });
    expect([(await connectDemoShop(context)).ok, (await connectDemoAccount(context)).ok]).toEqual([false, false]);
    for (const to of ["mend-token", "mend-key", "refuse-address"]) valueIn(await switchSecret(editor, { to }));
    expect(valueIn(await watchSandbox(viewer))).toMatchObject({ token: "live", key: "valid", addressRefused: true });
    valueIn(await switchSecret(editor, { to: "mend-key" }));
    expect([(await connectDemoShop(context)).ok, (await connectDemoAccount(context)).ok]).toEqual([true, true]);
  });
});

describe("who may", () => {
  it("a viewer watches and changes nothing", async () => {
    const before = JSON.stringify([await shop.truth(), await account.truth(), await shop.faults()]);
    const customerId = (await shop.truth()).customers[0]?.id;
    const refused = [
      await createCustomer(viewer, form),
      await editCustomer(viewer, { ...form, customerId }),
      await deleteCustomer(viewer, { customerId }),
      await actOnContact(viewer, { contactId: "1", act: "delete" }),
      await scheduleFault(viewer, { side: "shopify", fault: "auth-401" }),
      await removeFault(viewer, { side: "shopify", faultId: crypto.randomUUID() }),
      await switchSecret(viewer, { to: "expire-token" }),
    ];
    expect(refused.map((result) => !result.ok && result.error.kind)).toEqual(Array(7).fill("forbidden"));
    expect(JSON.stringify([await shop.truth(), await account.truth(), await shop.faults()])).toBe(before);
  });
});
