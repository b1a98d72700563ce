import { describe, expect, test } from "vitest";
import { readShared, sharedDir } from "../support/shared";
import { hostBrevo } from "../unit/sandbox/brevo/harness";

interface Case {
  id: number;
  input: unknown;
}

/** The reported input of a case, so that the test plays what was reported and not what we remember. */
function readInput<T>(id: number): T {
  const found = (JSON.parse(readShared("cases/brevo.json")) as Case[]).find((one) => one.id === id);
  if (!found) throw new Error(`cases/brevo.json holds no case ${id}.`);
  return found.input as T;
}

describe.runIf(sharedDir)("reported behaviour of Brevo", () => {
  test("brevo-1 create-or-update fails for an existing address unless updateEnabled is sent", async () => {
    const { contact } = readInput<{ contact: { email: string } }>(1);
    const { call, standIn } = hostBrevo();
    expect((await call("POST", "/v3/contacts", contact)).status).toBe(201);
    expect((await call("POST", "/v3/contacts", contact)).status).toBe(400);
    expect((await call("POST", "/v3/contacts", { ...contact, updateEnabled: true })).status).toBe(204);
    expect(standIn.allContacts()).toHaveLength(1);
  });

  test("brevo-2 an unknown identifier answers 404 document_not_found to GET and PUT and creates nothing", async () => {
    const path = `/v3/contacts/${encodeURIComponent(readInput<{ get: string }>(2).get)}`;
    const { call, standIn } = hostBrevo();
    for (const answer of [await call("GET", path), await call("PUT", path, { attributes: { FIRSTNAME: "A" } })]) {
      expect(answer).toMatchObject({ status: 404, body: { code: "document_not_found" } });
    }
    expect(standIn.allContacts()).toEqual([]);
  });

  test("brevo-3 the code of a duplicate changes, the metadata does not", async () => {
    const { status, body } = readInput<{ status: number; body: Record<string, unknown> }>(3);
    const { call, control } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "dup@example.com" });
    expect(await call("POST", "/v3/contacts", { email: "dup@example.com" })).toMatchObject({ status, body });
    await control("POST", "/semantics", { duplicateCode: "duplicate_parameter" });
    const older = await call("POST", "/v3/contacts", { email: "dup@example.com" });
    expect(older).toMatchObject({ status, body: { ...body, code: "duplicate_parameter" } });
  });

  test("brevo-5 one unknown address fails the whole batch with 404 and its index, nothing is applied", async () => {
    const { contacts } = readInput<{ contacts: string[] }>(5);
    const { call, standIn, lastEntry } = hostBrevo();
    await call("POST", "/v3/contacts", { email: contacts[0] });
    const rows = contacts.map((email) => ({ email, attributes: { FIRSTNAME: "New" } }));
    const answer = await call("POST", "/v3/contacts/batch", { contacts: rows });
    expect(answer).toMatchObject({
      status: 404,
      body: { code: "document_not_found", message: expect.stringContaining("1") },
    });
    expect(standIn.allContacts().map(({ attributes }) => attributes)).toEqual([{}]);
    expect(lastEntry()?.committed).toBe(false);
  });

  test("brevo-5 a batch with a clash in its second row leaves the first as it was", async () => {
    const { call, standIn, lastEntry } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "a@example.com" });
    await call("POST", "/v3/contacts", { email: "b@example.com", attributes: { SMS: "447700900123" } });
    const rows = [
      { id: 1, attributes: { FIRSTNAME: "New" } },
      { id: 1, attributes: { SMS: "447700900123" } },
    ];
    expect((await call("POST", "/v3/contacts/batch", { contacts: rows })).status).toBe(400);
    expect(standIn.findContact(1)?.attributes).toEqual({});
    expect(lastEntry()?.committed).toBe(false);
  });

  test("brevo-6 an import drops a JSON false, a PUT stores it", async () => {
    const input = readInput<{ attributes: Record<string, boolean> }>(6);
    const { call, standIn } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { IS_VIP: true } });
    const rows = { listIds: [1], jsonBody: [{ email: "a@example.com", ...input }] };
    expect((await call("POST", "/v3/contacts/import", rows)).status).toBe(202);
    expect(standIn.findContact(1)).toMatchObject({ attributes: { IS_VIP: true }, listIds: [1] });
    await call("PUT", "/v3/contacts/1", input);
    expect(standIn.findContact(1)?.attributes).toEqual(input.attributes);
  });

  test("brevo-6 an import merges by address before phone and deletes the loser", async () => {
    const { call, standIn } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "a@example.com" });
    await call("POST", "/v3/contacts", { email: "b@example.com", attributes: { SMS: "447700900123" } });
    const rows = { listIds: [1], jsonBody: [{ email: "a@example.com", attributes: { SMS: "447700900123" } }] };
    await call("POST", "/v3/contacts/import", rows);
    expect(standIn.allContacts()).toMatchObject([{ id: 1, attributes: { SMS: "447700900123" } }]);
  });

  test("brevo-7 the text 'true' for a boolean answers 204 and changes nothing", async () => {
    const input = readInput<{ attributes: Record<string, string> }>(7);
    const { call, standIn } = hostBrevo();
    await call("POST", "/v3/contacts", { email: "a@example.com", attributes: { IS_VIP: false } });
    expect((await call("PUT", "/v3/contacts/1", input)).status).toBe(204);
    expect(standIn.findContact(1)?.attributes).toEqual({ IS_VIP: false });
  });

  test("brevo-9 an undefined attribute is dropped, or refused with the reported words, by switch", async () => {
    const body = { email: "a@example.com", ...readInput<{ attributes: object }>(9) };
    const { call, control, standIn } = hostBrevo();
    expect((await call("POST", "/v3/contacts", body)).status).toBe(201);
    expect(standIn.findContact(1)?.attributes).toEqual({});
    await control("POST", "/semantics", { undefinedAttribute: "error" });
    expect(await call("POST", "/v3/contacts", { ...body, updateEnabled: true })).toMatchObject({
      status: 400,
      body: { message: "Transactional attribute as primary Key is missing" },
    });
  });

  test("brevo-11 EMAIL repeated in the attributes is refused although updates are enabled", async () => {
    const body = readInput<{ email: string }>(11);
    const { call, standIn } = hostBrevo();
    await call("POST", "/v3/contacts", { email: body.email });
    expect((await call("POST", "/v3/contacts", { ...body, updateEnabled: true })).status).toBe(400);
    expect(standIn.counters().addressChanges).toBe(0);
  });

  test("brevo-12 list ids as text are refused, a date month first is dropped while the call succeeds", async () => {
    const { listIds, attributes } = readInput<{ listIds: string[]; attributes: object }>(12);
    const { call, standIn } = hostBrevo();
    expect((await call("POST", "/v3/contacts", { email: "a@example.com", listIds })).status).toBe(400);
    expect((await call("POST", "/v3/contacts", { email: "a@example.com", attributes })).status).toBe(201);
    expect(standIn.findContact(1)).toMatchObject({ attributes: {}, listIds: [] });
  });

  test("brevo-14 a single number for listIds is refused", async () => {
    const { call } = hostBrevo();
    expect((await call("POST", "/v3/contacts", { email: "a@example.com", ...readInput<object>(14) })).status).toBe(400);
  });

  test("brevo-15 a burst without a limiter is refused for the greater part, and what passes is what the bucket holds", async () => {
    const { records, concurrency } = readInput<{ records: number; concurrency: number }>(15);
    const { call, tick } = hostBrevo({ limits: true });
    const seen: number[] = [];
    for (let start = 0; start < records; start += concurrency) {
      const burst = Array.from({ length: concurrency }, (_, index) =>
        call("POST", "/v3/contacts", { email: `c${start + index}@example.com` }),
      );
      seen.push(...(await Promise.all(burst)).map(({ status }) => status));
      tick(1_000);
    }
    expect(seen.filter((status) => status === 201)).toHaveLength((records / concurrency) * 10);
    expect(seen.filter((status) => status === 429)).toHaveLength(records - (records / concurrency) * 10);
  });

  test("brevo-17 an address in the path must be percent-encoded", async () => {
    const { call } = hostBrevo();
    for (const email of readInput<string[]>(17)) {
      await call("POST", "/v3/contacts", { email });
      expect((await call("GET", `/v3/contacts/${encodeURIComponent(email)}`)).status).toBe(200);
      expect((await call("GET", `/v3/contacts/${email}`)).status).toBe(400);
      expect((await call("GET", `/v3/contacts/${escape(email)}`)).status).toBe(400);
    }
  });

  test("brevo-24 an existing contact joins a new list only with updateEnabled; without it the refusal says why", async () => {
    const { email, listIds } = readInput<{ email: string; listIds: number[] }>(24);
    const { call, standIn } = hostBrevo();
    standIn.seed({ lists: listIds.map((id) => ({ id, name: `List ${id}`, folderId: 1 })) });
    await call("POST", "/v3/contacts", { email });
    const refused = await call("POST", "/v3/contacts", { email, listIds });
    expect(refused).toMatchObject({ status: 400, body: { metadata: { duplicate_identifiers: ["email"] } } });
    expect(standIn.findContact(email)?.listIds).toEqual([]);
    await call("POST", "/v3/contacts", { email, listIds, updateEnabled: true });
    expect(standIn.findContact(email)?.listIds).toEqual(listIds);
  });

  test("brevo-25 a resync of someone who unsubscribed in Brevo leaves the opt-out as it is", async () => {
    const { history } = readInput<{ history: string[] }>(25);
    expect(history).toEqual(["subscribed", "unsubscribed in destination", "resync"]);
    const { call, standIn } = hostBrevo();
    const sync = { email: "a@example.com", listIds: [1], updateEnabled: true };
    await call("POST", "/v3/contacts", sync);
    standIn.actAsMerchant("a@example.com", { action: "opt-out" });
    await call("POST", "/v3/contacts", sync);
    expect(standIn.findContact("a@example.com")?.emailBlacklisted).toBe(true);
  });
});
