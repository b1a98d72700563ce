import { describe, expect, it } from "vitest";
import { findAttributeFaults, readAttributes } from "@/lib/connectors/brevo/account";
import type { ContactPayload } from "@/lib/rules/payload";
import type { Attribute } from "@/lib/rules/schema";
import { ANN, openAccount, PAYLOAD } from "./connector-brevo-account";

describe("the destination against the stand-in account", () => {
  it("brevo-1 twice the same address is one contact, and the second answer finds its id", async () => {
    const { write, brevo } = await openAccount();
    const first = await write(ANN);
    const second = await write(ANN);
    expect(first).toMatchObject({ kind: "applied", created: true });
    expect(second).toEqual({ ...first, created: false, calls: 2 });
    expect(brevo.allContacts()).toHaveLength(1);
    expect(brevo.findContact("ann@example.com")).toMatchObject({ listIds: [9], attributes: { FIRSTNAME: "Ann" } });
  });

  it("brevo-2 an unknown address is absent, which is the path to creating it", async () => {
    const { write, lookUp } = await openAccount();
    expect(await lookUp()).toEqual({ kind: "absent" });
    expect(await write(ANN)).toMatchObject({ kind: "applied", created: true });
    expect(await lookUp()).toMatchObject({ kind: "found", matches: true, blocklisted: false });
  });

  it.each(["duplicate_parameter", "invalid_parameter"])(
    "brevo-3 a phone clash under the code %s: the rest is written",
    async (duplicateCode) => {
      const { write, control, brevo } = await openAccount();
      await control("/brevo/semantics", "POST", { duplicateCode });
      brevo.seed({ contacts: [{ email: "owner@example.com", attributes: { SMS: "491701234567" } }] });
      const answer = await write(ANN, { ...PAYLOAD, attributes: { FIRSTNAME: "Ann", SMS: "+491701234567" } });
      expect(answer).toMatchObject({ kind: "applied", created: true, notes: ["SMS:phone_withheld"], calls: 2 });
      expect(brevo.findContact("ann@example.com")?.attributes).toEqual({ FIRSTNAME: "Ann" });
    },
  );

  it("brevo-7 a boolean sent as text is ignored on a 204: the read-back says so", async () => {
    const { write, lookUp } = await openAccount();
    const wrong = { ...PAYLOAD, attributes: { IS_VIP: "true" } };
    expect(await write(ANN, wrong)).toMatchObject({ kind: "applied" });
    expect(await lookUp(wrong)).toMatchObject({ kind: "found", matches: false });
    const right = { ...PAYLOAD, attributes: { IS_VIP: true } };
    await write(ANN, right);
    expect(await lookUp(right)).toMatchObject({ matches: true });
  });

  it("brevo-9 a name that the account lacks is dropped on success: refused when the rule is made, flagged when read back", async () => {
    const { write, lookUp, client, clock } = await openAccount();
    const account = await readAttributes({ client, clock });
    const wanted: Attribute[] = [{ name: "NOT_DEFINED", type: "text", options: [] }];
    expect(account.ok && findAttributeFaults(wanted, account.value.attributes)).toEqual([
      { name: "NOT_DEFINED", why: "absent" },
    ]);
    const payload = { ...PAYLOAD, attributes: { NOT_DEFINED: "x" } };
    expect(await write(ANN, payload)).toMatchObject({ kind: "applied" });
    expect(await lookUp(payload)).toMatchObject({ matches: false });
  });

  it("brevo-12 ISO dates and whole list ids are stored; a month-first date is not, and is flagged", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const payload = { ...PAYLOAD, attributes: { DOB: "1990-02-28", SPENT: 12.5, GENDER: "w" } };
    await write(ANN, payload);
    expect(await lookUp(payload)).toMatchObject({ matches: true });
    expect(brevo.findContact("ann@example.com")?.listIds).toEqual([9]);
    const bad = { ...PAYLOAD, attributes: { DOB: "02-30-1990" } };
    await write(ANN, bad);
    expect(await lookUp(bad)).toMatchObject({ matches: false });
  });

  it("brevo-17 odd but valid addresses are found again", async () => {
    const { write, lookUp } = await openAccount();
    for (const address of ["a+b@example.com", "zażółć@example.com", "o'neil/x%y@example.com"]) {
      expect(await write({ by: "address", address })).toMatchObject({ kind: "applied", created: true });
      expect(await lookUp(PAYLOAD, { by: "address", address })).toMatchObject({ kind: "found", matches: true });
    }
  });

  it("brevo-24 an existing contact joins the new list", async () => {
    const { write, brevo } = await openAccount();
    brevo.seed({ contacts: [{ email: "ann@example.com", listIds: [3] }] });
    expect(await write(ANN, { ...PAYLOAD, listIds: [7] })).toMatchObject({ kind: "applied", created: false });
    expect(brevo.findContact("ann@example.com")?.listIds).toEqual([3, 7]);
  });

  it("brevo-25 an opt-out made in Brevo survives every write of ours", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const first = await write(ANN);
    brevo.actAsMerchant("ann@example.com", { action: "opt-out" });
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    await write({ by: "id", id }, { ...PAYLOAD, attributes: { FIRSTNAME: "Anna" } });
    await write(ANN);
    expect(await lookUp()).toMatchObject({ kind: "found", blocklisted: true });
    expect(brevo.counters()).toMatchObject({ tripwire: 0, forceMergeSeen: 0, addressChanges: 0 });
  });

  it("a withdrawal takes off the list and blocks, by address and by id", async () => {
    const { write, lookUp, brevo } = await openAccount();
    const withdrawal: ContactPayload = { attributes: {}, listIds: [], unlinkListIds: [9], emailBlacklisted: true };
    await write(ANN);
    expect(await write(ANN, withdrawal)).toMatchObject({ kind: "applied", calls: 2 });
    expect(brevo.findContact("ann@example.com")).toMatchObject({ listIds: [], emailBlacklisted: true });
    expect(await lookUp(withdrawal)).toMatchObject({ matches: true, blocklisted: true });
    const nobody = await write({ by: "address", address: "nobody@example.com" }, withdrawal);
    expect(nobody).toMatchObject({ kind: "applied", destinationId: null });
    expect(brevo.allContacts()).toHaveLength(1);
  });

  it("a contact that the merchant deleted is erased, and stays so", async () => {
    const { write, brevo } = await openAccount();
    const first = await write(ANN);
    brevo.actAsMerchant("ann@example.com", { action: "delete" });
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    expect(await write({ by: "id", id })).toEqual({ kind: "erased" });
    expect(brevo.allContacts()).toEqual([]);
  });

  it.each([400, 404] as const)("a list that does not exist, told with %i, stops the run", async (unknownList) => {
    const { write, control } = await openAccount();
    const first = await write(ANN);
    await control("/brevo/semantics", "POST", { unknownList });
    const payload = { ...PAYLOAD, listIds: [999] };
    const stop = { kind: "stop", failure: { code: "destination.list_missing" } };
    expect(await write({ by: "address", address: "new@example.com" }, payload)).toMatchObject(stop);
    const id = first.kind === "applied" ? (first.destinationId ?? "") : "";
    expect(await write({ by: "id", id }, payload)).toMatchObject(stop);
  });
});
