import { json } from "@/lib/sandbox/brevo/answers";
import { parseBody, SCHEMAS } from "@/lib/sandbox/brevo/contact-body";
import { readPage } from "@/lib/sandbox/brevo/paging";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** `GET /contacts/lists`: at most 50 a page, latest first. Two of the three totals are 0, as the definition announces. */
export function listLists(store: BrevoStore, query: URLSearchParams): StandInAnswer {
  const page = readPage(query, { defaultLimit: 10, maxLimit: 50 });
  if ("refusal" in page) return page.refusal;
  const all = [...store.lists.values()].sort((a, b) => (page.sort === "asc" ? a.id - b.id : b.id - a.id));
  const lists = all.slice(page.offset, page.offset + page.limit).map((list) => ({
    ...list,
    totalBlacklisted: 0,
    totalSubscribers: 0,
    uniqueSubscribers: store.members.get(list.id)?.size ?? 0,
  }));
  return json(200, { count: all.length, lists });
}

/** `POST /contacts/lists`: 201 with the id. Folders are not kept; any folder id is taken. */
export function createList(store: BrevoStore, sent: unknown): StandInAnswer {
  const parsed = parseBody(SCHEMAS.list, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const id = store.peekListId();
  store.commit({ kind: "list-put", list: { id, ...parsed.body } });
  return json(201, { id });
}
