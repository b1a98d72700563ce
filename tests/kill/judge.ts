import { isDeepStrictEqual } from "node:util";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import type { JournalEntry } from "@/lib/sandbox/contract";
import { expectedContacts } from "../support/truth";
import { LIST_ID, READS } from "./population";
import type { ShopEditor } from "./shop-editor";
import type { OpenClaim, Strike } from "./strike";
import type { TapeEntry } from "./tape";
import type { KillWorld } from "./world";

/** Clocks of three processes of one machine, and the way to the stand-in. */
const SLACK_MS = 2_000;

export interface Lost {
  recordId: string;
  problem: string;
}

/** Customers whose place in the account is not what the shop says, and contacts that ought not to be where they are. Ids only. */
export async function lostRecords({ shopify, brevo }: KillWorld, editor: ShopEditor): Promise<Lost[]> {
  const [{ customers }, settings, contacts] = await Promise.all([shopify.truth(), shopify.settings(), brevo.truth()]);
  const expected = expectedContacts({ customers, timeZone: settings.shop.ianaTimezone }, READS);
  const byAddress = new Map(contacts.map((contact) => [contact.email ?? "", contact]));
  const lost: Lost[] = [];
  for (const [address, { customerId: recordId, attributes }] of expected) {
    const contact = byAddress.get(address);
    // Whoever opted out once stays blocklisted: only the person, in Brevo, can undo that.
    if (contact?.emailBlacklisted && editor.everOptedOut.has(address)) continue;
    const problem = wrongWith(contact, withoutEmpty(attributes));
    if (problem) lost.push({ recordId, problem });
  }
  const optedOut = new Set(
    customers.flatMap(({ email }) => (email?.marketingState === "UNSUBSCRIBED" ? [email.address] : [])),
  );
  for (const contact of contacts) {
    const address = contact.email ?? "";
    if (!expected.has(address)) lost.push(...wrongWithout(contact, optedOut.has(address), editor));
  }
  return lost;
}

function wrongWith(contact: StoredContact | undefined, attributes: Record<string, unknown>): string | null {
  if (!contact) return "is missing";
  if (contact.emailBlacklisted) return "is blocklisted and never opted out";
  if (!isDeepStrictEqual(contact.attributes, attributes)) return "is not as the shop has them";
  return isDeepStrictEqual(contact.listIds, [LIST_ID]) ? null : "is not on the list";
}

function wrongWithout(contact: StoredContact, optedOut: boolean, editor: ShopEditor): Lost[] {
  const found: string[] = [];
  if (!editor.everConsented.has(contact.email ?? "")) found.push("never consented and was made");
  if (contact.listIds.length > 0) found.push("is still on a list");
  if (optedOut && !contact.emailBlacklisted) found.push("opted out and is not blocklisted");
  return found.map((problem) => ({
    recordId: String(contact.attributes.LASTNAME),
    problem: `(contact ${contact.id}) ${problem}`,
  }));
}

const withoutEmpty = (attributes: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/**
 * Writes that said the same as the one before to the same contact. A repeat is allowed once for each lost answer: one that the stand-in withheld, or one of a
 * call that a struck worker had open.
 */
export function judgeRepeats(
  writes: readonly JournalEntry[],
  contacts: readonly StoredContact[],
  strikes: readonly Strike[],
): { repeats: number; unexplained: string[] } {
  const lost = new Map<string, { claim: OpenClaim; untilMs: number }>();
  for (const { open, atMs } of strikes)
    for (const claim of open) lost.set(claim.ledgerId, { claim, untilMs: atMs + SLACK_MS });
  const ids = new Map(contacts.map((contact) => [contact.email ?? "", String(contact.id)]));
  const records = new Map<string, string>();
  const before = new Map<string, JournalEntry>();
  const unexplained: string[] = [];
  let repeats = 0;
  for (const write of writes) {
    const contact = ids.get(write.subject ?? "") ?? write.subject ?? "";
    const record = recordOf(write) ?? records.get(contact) ?? "";
    records.set(contact, record);
    const earlier = before.get(contact);
    before.set(contact, write);
    if (!earlier || !saysTheSame(earlier, write)) continue;
    repeats++;
    if (wasWithheld(earlier)) continue;
    const sentMs = Date.parse(earlier.at);
    const answer = [...lost].find(
      ([, { claim, untilMs }]) =>
        claim.recordId === record && claim.claimedAtMs <= sentMs + SLACK_MS && sentMs <= untilMs,
    );
    if (answer) lost.delete(answer[0]);
    else
      unexplained.push(
        `record ${record} was written again, ${earlier.call.split(" ")[0]} ${earlier.at} and ${write.call.split(" ")[0]} ${write.at}`,
      );
  }
  return { repeats, unexplained };
}

const wasWithheld = ({ answered, fault }: JournalEntry) =>
  !answered || fault === "500-after-commit" || fault === "truncated-json";

function recordOf({ body }: JournalEntry): string | undefined {
  const { attributes } = (body ?? {}) as { attributes?: { LASTNAME?: string } };
  return attributes?.LASTNAME;
}

/** The same version of the same person in the same place; a POST that creates and a PUT that updates may be that. */
function saysTheSame(one: JournalEntry, other: JournalEntry): boolean {
  const { email: _, updateEnabled: __, ...first } = one.body as Record<string, unknown>;
  const { email: ___, updateEnabled: ____, ...second } = other.body as Record<string, unknown>;
  return isDeepStrictEqual(first, second);
}

/** What only the worker of the newest epoch may commit. */
const OWN: readonly string[] = ["claim", "page", "bookmark"];

/** Commits by a worker that no longer held the lease, and bookmarks that went back. */
export function judgeTape(entries: readonly TapeEntry[]): string[] {
  const wrong: string[] = [];
  const bookmarks = new Map<string, number>();
  let holder: TapeEntry | undefined;
  for (const entry of entries) {
    if (entry.what === "take") holder = entry;
    const [lane = "", at = ""] = entry.what === "bookmark" ? entry.detail.split(" ") : [];
    if (at === "-") {
      bookmarks.delete(lane);
      continue;
    }
    const isOwn = OWN.includes(entry.what) || (entry.what === "settle" && entry.detail === "completed");
    if (isOwn && entry.who !== holder?.who)
      wrong.push(`${entry.who} committed a ${entry.what} in the epoch ${holder?.detail} of ${holder?.who}`);
    if (entry.what !== "bookmark") continue;
    if (Number(at) < (bookmarks.get(lane) ?? 0)) wrong.push(`the bookmark of the lane ${lane} went back`);
    bookmarks.set(lane, Number(at));
  }
  return wrong;
}

/** How long after each strike the runs in hand were gone on with, ms; null for one that never was. */
export function takeUps(
  strikes: readonly Strike[],
  entries: readonly TapeEntry[],
): { strike: Strike; ms: number | null }[] {
  return strikes.flatMap((strike) =>
    strike.runs.map((run) => {
      const next = entries.find(
        (entry) =>
          entry.run === run && entry.atMs > strike.atMs + 100 && (strike.blow !== "kill" || entry.who !== strike.who),
      );
      return { strike, ms: next ? next.atMs - strike.atMs : null };
    }),
  );
}
