import { contactNotFound, invalid, json, problem } from "@/lib/sandbox/brevo/answers";
import { describeContact, type StoredContact } from "@/lib/sandbox/brevo/contact";
import { identifyContact } from "@/lib/sandbox/brevo/identify";
import type { ReadLag } from "@/lib/sandbox/brevo/lag";
import { readIntegers, readPage } from "@/lib/sandbox/brevo/paging";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

const STATISTICS = { messagesSent: [], delivered: [], opened: [], clicked: [] };

/** `GET /contacts/{identifier}`: the contact with (empty) campaign statistics, or 400, or 404. */
export function getContact(
  store: BrevoStore,
  lag: ReadLag,
  segment: string,
  identifierType: string | null,
): StandInAnswer {
  const found = identifyContact(store, segment, identifierType);
  if ("refusal" in found) return found.refusal;
  const seen = lag.see(found.contact.id, found.contact, store.now().getTime());
  return seen ? json(200, { ...describeContact(seen), statistics: STATISTICS }) : contactNotFound();
}

/** `GET /contacts`: pages by order of creation, latest first unless `sort=asc`; `modifiedSince` and `createdSince` are exclusive. */
export function listContacts(store: BrevoStore, lag: ReadLag, query: URLSearchParams): StandInAnswer {
  const page = readPage(query, { defaultLimit: 50, maxLimit: 1_000 });
  if ("refusal" in page) return page.refusal;
  if (query.has("segmentId") || query.has("filter")) return invalid("The stand-in holds no segments and no filters");
  const selected = selectIds(store, query);
  if ("refusal" in selected) return selected.refusal;
  const { ids: all } = selected;
  const count = all.length;
  const { limit, offset, sort } = page;
  const ids =
    sort === "asc"
      ? all.slice(offset, offset + limit)
      : all.slice(Math.max(0, count - offset - limit), Math.max(0, count - offset)).reverse();
  const nowMs = store.now().getTime();
  const contacts = ids
    .map((id) => lag.see(id, store.contacts.get(id), nowMs))
    .filter((contact): contact is StoredContact => contact !== undefined)
    .map(describeContact);
  return json(200, { contacts, count });
}

/** The ids that pass the filters, ascending. */
function selectIds(store: BrevoStore, query: URLSearchParams): { ids: readonly number[] } | { refusal: StandInAnswer } {
  const modifiedSince = readTime(query.get("modifiedSince"));
  const createdSince = readTime(query.get("createdSince"));
  if (modifiedSince === "bad" || createdSince === "bad")
    return { refusal: invalid("Invalid date-time, use YYYY-MM-DDTHH:mm:ss.SSSZ") };
  const named = readIntegers(query, "ids");
  const listIds = readIntegers(query, "listIds");
  if (named === "bad" || listIds === "bad") return { refusal: invalid("ids and listIds must be integers") };
  if (named && named.length > 20) return { refusal: problem(400, "out_of_range", "A maximum of 20 ids can be passed") };
  if (listIds?.some((id) => !store.lists.has(id))) return { refusal: invalid("List ID does not exist") };
  let ids = modifiedSince === null ? store.idsInOrder() : store.recent.idsSince(modifiedSince);
  if (createdSince !== null)
    ids = ids.filter((id) => Date.parse(store.contacts.get(id)?.createdAt ?? "") > createdSince);
  if (named) ids = ids.filter((id) => named.includes(id));
  if (listIds) ids = ids.filter((id) => listIds.some((listId) => store.members.get(listId)?.has(id)));
  return { ids };
}

/** @returns epoch milliseconds, null when absent */
function readTime(value: string | null): number | null | "bad" {
  if (value === null) return null;
  // A query parser turns the + of a time zone into a blank.
  const ms = Date.parse(value.replace(" ", "+"));
  return /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(ms) ? ms : "bad";
}
