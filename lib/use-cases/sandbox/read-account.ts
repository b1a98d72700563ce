import { DEMO_LISTS } from "@/lib/demo/brevo/account-shape";
import { ok, type Result } from "@/lib/kernel/result";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";
import { PAGE_SIZE } from "./read-shop";

/** A contact of the stand-in account, as its page shows it. */
export interface ContactView {
  id: number;
  address: string | null;
  name: string;
  lists: string[];
  blocklisted: boolean;
  /** ISO, with milliseconds. */
  modifiedAt: string;
}

export interface AccountPage {
  contacts: ContactView[];
  total: number;
  truth: { contacts: number; blocklisted: number; lists: { name: string; contacts: number }[] };
  /** Requests that would have lifted an opt-out; must stay 0. */
  tripwire: number;
}

/** One page of the stand-in account's contacts, the newest first. @param page from 1 */
export async function readSandboxAccount(
  context: Context,
  { search, page }: { search: string; page: number },
): Promise<Result<AccountPage, UseCaseError>> {
  const asked = await askSandbox(context, "viewer", ({ account }) =>
    Promise.all([
      account.listContacts({ q: search, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE }),
      account.truth(),
      account.counters(),
    ]),
  );
  if (!asked.ok) return asked;
  const [list, truth, counters] = asked.value;
  return ok({
    contacts: list.contacts.map(viewContact),
    total: list.count,
    truth: {
      contacts: truth.length,
      blocklisted: truth.filter(({ emailBlacklisted }) => emailBlacklisted).length,
      lists: Object.values(DEMO_LISTS).map(({ id, name }) => ({
        name,
        contacts: truth.filter(({ listIds }) => listIds.includes(id)).length,
      })),
    },
    tripwire: counters.tripwire,
  });
}

const listName = (id: number) => Object.values(DEMO_LISTS).find((list) => list.id === id)?.name ?? `#${id}`;

function viewContact({ id, email, attributes, listIds, emailBlacklisted, modifiedAt }: StoredContact): ContactView {
  const text = (name: string) => (typeof attributes[name] === "string" ? attributes[name] : "");
  return {
    id,
    address: email,
    name: `${text("FIRSTNAME")} ${text("LASTNAME")}`.trim(),
    lists: listIds.map(listName),
    blocklisted: emailBlacklisted,
    modifiedAt,
  };
}
