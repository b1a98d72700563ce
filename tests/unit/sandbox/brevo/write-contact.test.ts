import { expect, test } from "vitest";
import { hostBrevo } from "./harness";

const ada = {
  email: "Ada@Example.com",
  attributes: { FIRSTNAME: "Ada", SMS: "+44 7700 900123" },
  ext_id: "crm-1",
  listIds: [1],
};

test("a new contact answers 201 with its id, address in lower case and phone in digits", async () => {
  const { call, standIn } = hostBrevo();
  expect(await call("POST", "/v3/contacts", ada)).toMatchObject({ status: 201, body: { id: 1 } });
  expect(standIn.findContact("ada@example.com")).toMatchObject({
    id: 1,
    email: "ada@example.com",
    extId: "crm-1",
    attributes: { FIRSTNAME: "Ada", SMS: "447700900123" },
    listIds: [1],
    emailBlacklisted: false,
  });
});

test("an existing address is refused without updateEnabled and updated with it, whatever its case", async () => {
  const { call, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", ada);
  const refused = await call("POST", "/v3/contacts", { email: "ADA@example.com", attributes: { FIRSTNAME: "Eve" } });
  expect(refused).toMatchObject({ status: 400, body: { metadata: { duplicate_identifiers: ["email"] } } });
  expect(standIn.findContact(1)?.attributes.FIRSTNAME).toBe("Ada");
  const updated = await call("POST", "/v3/contacts", { email: "ADA@example.com", listIds: [2], updateEnabled: true });
  expect(updated).toMatchObject({ status: 204, body: "" });
  expect(standIn.findContact(1)).toMatchObject({
    attributes: { FIRSTNAME: "Ada", SMS: "447700900123" },
    listIds: [1, 2],
  });
  expect(standIn.allContacts()).toHaveLength(1);
});

test.each([
  ["SMS", { attributes: { SMS: "00447700900123" } }],
  ["ext_id", { ext_id: "crm-1" }],
])(
  "one clash of %s rejects the whole contact, and the code is a switch while the metadata is not",
  async (name, clash) => {
    const { call, control, standIn } = hostBrevo();
    await call("POST", "/v3/contacts", ada);
    const body = { email: "bob@example.com", updateEnabled: true, ...clash };
    const refused = await call("POST", "/v3/contacts", body);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "invalid_parameter", metadata: { duplicate_identifiers: [name] } },
    });
    expect(standIn.findContact("bob@example.com")).toBeUndefined();
    await control("POST", "/semantics", { duplicateCode: "duplicate_parameter" });
    expect(await call("POST", "/v3/contacts", body)).toMatchObject({
      status: 400,
      body: { code: "duplicate_parameter", metadata: { duplicate_identifiers: [name] } },
    });
  },
);

test("a PUT that takes another's phone is refused, and the phone is free again once its owner gave it up", async () => {
  const { call } = hostBrevo();
  await call("POST", "/v3/contacts", ada);
  await call("POST", "/v3/contacts", { email: "bob@example.com" });
  const take = { attributes: { SMS: "447700900123" } };
  expect((await call("PUT", "/v3/contacts/2", take)).status).toBe(400);
  expect((await call("PUT", "/v3/contacts/1", { attributes: { SMS: "" } })).status).toBe(204);
  expect((await call("PUT", "/v3/contacts/2", take)).status).toBe(204);
});

test("listIds adds, unlinkListIds removes, and an unknown list refuses the whole write with the switched status", async () => {
  const { call, control, standIn } = hostBrevo();
  await call("POST", "/v3/contacts", ada);
  await call("PUT", "/v3/contacts/1", { listIds: [2], unlinkListIds: [1] });
  expect(standIn.findContact(1)?.listIds).toEqual([2]);
  const body = { listIds: [99], attributes: { FIRSTNAME: "Nobody" } };
  expect((await call("PUT", "/v3/contacts/1", body)).status).toBe(400);
  await control("POST", "/semantics", { unknownList: 404 });
  expect(await call("PUT", "/v3/contacts/1", body)).toMatchObject({
    status: 404,
    body: { code: "document_not_found" },
  });
  expect(standIn.findContact(1)?.attributes.FIRSTNAME).toBe("Ada");
});

test.each([
  ["no identifier", { attributes: { FIRSTNAME: "Ada" } }, "missing_parameter"],
  [
    "EMAIL among the attributes",
    { email: "a@example.com", attributes: { EMAIL: "a@example.com" } },
    "invalid_parameter",
  ],
  ["a malformed address", { email: "a@" }, "invalid_parameter"],
  ["a phone without digits", { email: "a@example.com", attributes: { SMS: "call me" } }, "invalid_parameter"],
  ["null for an attribute", { email: "a@example.com", attributes: { FIRSTNAME: null } }, "invalid_parameter"],
  ["a fraction for a list id", { email: "a@example.com", listIds: [1.5] }, "invalid_parameter"],
  ["text for a flag", { email: "a@example.com", emailBlacklisted: "true" }, "invalid_parameter"],
  ["a list for a body", [], "invalid_parameter"],
  ["no body", undefined, "invalid_parameter"],
])("POST refuses %s and stores nothing", async (_what, body, code) => {
  const { call, standIn, lastEntry } = hostBrevo();
  expect(await call("POST", "/v3/contacts", body)).toMatchObject({ status: 400, body: { code } });
  expect(standIn.allContacts()).toEqual([]);
  expect(lastEntry()?.committed).toBe(false);
});

test("forceMerge keeps the contact changed last, deletes the others, and is counted", async () => {
  const { call, standIn, tick } = hostBrevo();
  await call("POST", "/v3/contacts", ada);
  tick(1_000);
  await call("POST", "/v3/contacts", { email: "bob@example.com" });
  const clash = { attributes: { SMS: "447700900123" }, forceMerge: true };
  expect((await call("PUT", "/v3/contacts/2", clash)).status).toBe(204);
  expect(standIn.findContact(1)).toBeUndefined();
  expect(standIn.findContact(2)).toMatchObject({ email: "bob@example.com", attributes: { SMS: "447700900123" } });
  expect(standIn.counters().forceMergeSeen).toBe(1);
});

test("getId tells the id of an update only where that reading is switched on", async () => {
  const { call, control } = hostBrevo();
  await call("POST", "/v3/contacts", ada);
  const body = { email: "ada@example.com", updateEnabled: true, getId: true };
  expect((await call("POST", "/v3/contacts", body)).status).toBe(204);
  await control("POST", "/semantics", { getIdOnUpdate: 201 });
  expect(await call("POST", "/v3/contacts", body)).toMatchObject({ status: 201, body: { id: 1 } });
});
