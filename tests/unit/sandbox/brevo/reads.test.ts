import { expect, test } from "vitest";
import { hostBrevo } from "./harness";

async function withFive() {
  const hosted = hostBrevo();
  for (let index = 1; index <= 5; index += 1) {
    await hosted.call("POST", "/v3/contacts", { email: `c${index}@example.com`, listIds: index % 2 ? [1] : [2] });
    hosted.tick(60_000);
  }
  const read = async (query: string) => {
    const { body, status } = await hosted.call("GET", `/v3/contacts?${query}`);
    const page = body as { contacts?: { id: number }[]; count?: number };
    return { status, ids: page.contacts?.map((contact) => contact.id), count: page.count };
  };
  return { ...hosted, read };
}

test("pages go by creation, latest first unless asked otherwise, and count the whole", async () => {
  const { read } = await withFive();
  expect(await read("limit=2")).toMatchObject({ ids: [5, 4], count: 5 });
  expect(await read("limit=2&offset=4")).toMatchObject({ ids: [1], count: 5 });
  expect(await read("limit=2&offset=2&sort=asc")).toMatchObject({ ids: [3, 4], count: 5 });
  expect(await read("limit=2&offset=9")).toMatchObject({ ids: [], count: 5 });
});

test("modifiedSince finds what changed after it, also by the merchant, each once", async () => {
  const { read, call, standIn } = await withFive();
  expect(await read("modifiedSince=2026-11-29T08:03:00.000Z&sort=asc")).toMatchObject({ ids: [5], count: 1 });
  await call("PUT", "/v3/contacts/2", { attributes: { FIRSTNAME: "B" } });
  standIn.actAsMerchant(1, { action: "opt-out" });
  standIn.actAsMerchant(1, { action: "edit", attributes: { FIRSTNAME: "A" } });
  expect(await read("modifiedSince=2026-11-29T08:03:00.000Z&sort=asc")).toMatchObject({ ids: [1, 2, 5], count: 3 });
  expect(await read("modifiedSince=2026-11-29T09:03:00.000%2B01:00&sort=asc")).toMatchObject({ ids: [1, 2, 5] });
});

test("createdSince, ids and listIds narrow the page, and a deleted contact is gone from all of them", async () => {
  const { read, standIn } = await withFive();
  expect(await read("createdSince=2026-11-29T08:02:00.000Z&sort=asc")).toMatchObject({ ids: [4, 5], count: 2 });
  expect(await read("ids=1&ids=3&sort=asc")).toMatchObject({ ids: [1, 3] });
  expect(await read("listIds=1&sort=asc")).toMatchObject({ ids: [1, 3, 5] });
  standIn.actAsMerchant(3, { action: "delete" });
  expect(await read("listIds=1&sort=asc")).toMatchObject({ ids: [1, 5], count: 2 });
  expect(await read("sort=asc")).toMatchObject({ ids: [1, 2, 4, 5], count: 4 });
  expect(await read("modifiedSince=2026-11-29T07:00:00.000Z")).toMatchObject({ count: 4 });
});

test("a contact taken off a list is no longer found by it, nor counted in it", async () => {
  const { read, call } = await withFive();
  await call("PUT", "/v3/contacts/3", { unlinkListIds: [1] });
  expect(await read("listIds=1&sort=asc")).toMatchObject({ ids: [1, 5], count: 2 });
  expect((await call("GET", "/v3/contacts/lists?sort=asc")).body).toMatchObject({
    lists: [{ id: 1, uniqueSubscribers: 2 }, {}],
  });
});

test.each([
  "limit=1001",
  "limit=two",
  "offset=-1",
  "sort=up",
  "modifiedSince=yesterday",
  "ids=a",
  "listIds=99",
  "segmentId=1",
  `ids=${Array.from({ length: 21 }, (_, index) => index).join(",")}`,
])("GET /contacts refuses %s", async (query) => {
  const { read } = await withFive();
  expect((await read(query)).status).toBe(400);
});

test("a contact is found by id, encoded address, phone and the merchant's own id, and by nothing it does not have", async () => {
  const { call } = hostBrevo();
  await call("POST", "/v3/contacts", {
    email: "a+b@example.com",
    ext_id: "crm/1",
    attributes: { SMS: "447700900123" },
  });
  for (const path of [
    "1",
    "1?identifierType=contact_id",
    "a%2Bb%40example.com",
    "A%2BB%40EXAMPLE.COM?identifierType=email_id",
    "447700900123",
    "%2B447700900123?identifierType=phone_id",
    "crm%2F1?identifierType=ext_id",
  ]) {
    expect(await call("GET", `/v3/contacts/${path}`), path).toMatchObject({ status: 200, body: { id: 1 } });
  }
  for (const path of [
    "2",
    "b%40example.com",
    "447700900124",
    "crm?identifierType=ext_id",
    "447700900123?identifierType=whatsapp_id",
  ]) {
    expect((await call("GET", `/v3/contacts/${path}`)).status, path).toBe(404);
  }
  for (const path of [
    "a+b@example.com",
    "%E0%A4%A",
    "nonsense",
    "x?identifierType=contact_id",
    "1?identifierType=shoe_size",
  ]) {
    expect((await call("GET", `/v3/contacts/${path}`)).status, path).toBe(400);
  }
});

test("lists are paged, at most 50, and count their members", async () => {
  const { call } = await withFive();
  expect((await call("POST", "/v3/contacts/lists", { name: "Third", folderId: 1 })).body).toEqual({ id: 3 });
  const { body } = await call("GET", "/v3/contacts/lists?limit=2&sort=asc");
  expect(body).toMatchObject({
    count: 3,
    lists: [
      { id: 1, uniqueSubscribers: 3 },
      { id: 2, uniqueSubscribers: 2 },
    ],
  });
  expect((await call("GET", "/v3/contacts/lists?limit=51")).status).toBe(400);
  expect((await call("POST", "/v3/contacts/lists", { name: "No folder" })).status).toBe(400);
});

test("unknown paths answer 404 and wrong methods 405", async () => {
  const { call } = hostBrevo();
  expect((await call("GET", "/v3/nothing")).status).toBe(404);
  expect((await call("GET", "/v2/contacts")).status).toBe(404);
  expect((await call("PATCH", "/v3/contacts/1", {})).status).toBe(405);
  expect((await call("PUT", "/v3/account", {})).status).toBe(405);
});
