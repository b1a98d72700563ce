import { normaliseAddress } from "@/lib/rules/address";
import type { CustomerRecord } from "@/lib/rules/customer";
import { evaluate } from "@/lib/rules/evaluate";
import type { ContactPayload } from "@/lib/rules/payload";
import { ENDS } from "../support/world/world";
import type { Contact } from "./simulated-account";
import type { SimulatedWorld } from "./world";

const LIST = 2;
/** Attributes that every publication maps alike. */
const COMMON = ["FIRSTNAME", "ORDERS_COUNT"];

/** What differs once everything is at rest, by kind. */
export interface RestReport {
  lost: string[];
  older: string[];
  extra: string[];
  unblocked: string[];
  stuck: string[];
  /** Not at the destination, but held where a person sees it. */
  held: string[];
}

type Expected =
  | { kind: "listed"; owner: CustomerRecord; payload: ContactPayload }
  | { kind: "withdrawn" }
  | { kind: "absent" };

/** Compares the destination with what the rule makes of the source as it stands: destination = map(source). */
export function compareAtRest(world: SimulatedWorld): RestReport {
  const report: RestReport = { lost: [], older: [], extra: [], unblocked: [], stuck: stuckOf(world), held: [] };
  const expected = expectations(world);
  for (const [address, wanted] of expected) {
    const contact = world.account.byAddress(address);
    if (isExcused(world, contact) || vanishedOptOut(world, address)) continue;
    if (wanted.kind === "listed") compareListed(world, report, { address, contact, wanted });
    else if (wanted.kind === "withdrawn" && contact && mustBeBlocked(world, contact) && !contact.blocklisted)
      report.unblocked.push(address);
  }
  for (const contact of world.account.contacts.values())
    if (contact.lists.has(LIST) && expected.get(contact.address)?.kind !== "listed" && !isExcused(world, contact))
      report.extra.push(contact.address);
  return report;
}

/** Until it is noticed that a customer is gone, the opt-out stands and bars those who share the address: too careful, and known. */
function vanishedOptOut(world: SimulatedWorld, address: string): boolean {
  if (world.simulation.profile.vanishedComeOff) return false;
  return [...world.shop.versions].some(
    ([id, versions]) =>
      !world.shop.records.has(id) &&
      versions.some(({ email }) => email?.state === "UNSUBSCRIBED" && normaliseAddress(email.address) === address),
  );
}

/** What is still to be looked at, other than again. */
function stuckOf(world: SimulatedWorld): string[] {
  const pending = [...world.state.queue("scheduled").values()].filter(
    (row) => row.cause !== "recheck" && row.cause !== "retry",
  );
  const open = world.state
    .openClaims()
    .filter((claim) => claim.lane === "scheduled" || world.simulation.profile.drainsAcrossLanes);
  return [
    ...pending.map((row) => `${row.recordId} ${row.lastOutcome ?? "not looked at"}`),
    ...open.map((claim) => `claim of ${claim.recordId} ${claim.state}`),
  ];
}

/** By address: the newest customer who may be there owns it; any opt-out of any customer of the address wins. */
function expectations(world: SimulatedWorld): Map<string, Expected> {
  const byAddress = new Map<string, CustomerRecord[]>();
  for (const record of world.shop.living()) {
    const address = record.email && normaliseAddress(record.email.address);
    if (address) byAddress.set(address, [...(byAddress.get(address) ?? []), record]);
  }
  return new Map([...byAddress].map(([address, records]) => [address, expectedOf(world, records)]));
}

function expectedOf(world: SimulatedWorld, records: CustomerRecord[]): Expected {
  if (records.some((record) => record.email?.state === "UNSUBSCRIBED")) return { kind: "withdrawn" };
  const { rule } = world.livePublication();
  const nowMs = world.simulation.nowMs + 2 * 3_600_000;
  const deliverable = records.flatMap((record) => {
    const made = evaluate(record, { rule, timeZone: ENDS.source.timeZone, nowMs });
    return made.kind === "deliver" ? [{ record, payload: made.payload }] : [];
  });
  const [newest] = deliverable.sort(
    (a, b) => b.record.updatedAtMs - a.record.updatedAtMs || (a.record.id > b.record.id ? -1 : 1),
  );
  return newest ? { kind: "listed", owner: newest.record, payload: newest.payload } : { kind: "absent" };
}

function compareListed(
  world: SimulatedWorld,
  report: RestReport,
  at: { address: string; contact: Contact | undefined; wanted: Extract<Expected, { kind: "listed" }> },
): void {
  const { contact, wanted, address } = at;
  const { id } = wanted.owner;
  const row = world.state.rows.get(id);
  if (row?.outcome === "held") {
    report.held.push(id);
    return;
  }
  if (world.state.tombstones.has(id) || world.account.erased.has(address)) return;
  if (!contact?.lists.has(LIST)) {
    report.lost.push(`${id} ${address} (${row?.outcome ?? "never met"})`);
    return;
  }
  const differs = COMMON.filter((name) => contact.attributes[name] !== wanted.payload.attributes[name]);
  if (differs.length === 0) return;
  report.older.push(
    `${id} ${differs.map((name) => `${name} ${contact.attributes[name]}, not ${wanted.payload.attributes[name]}`).join("; ")}`,
  );
}

/**
 * A contact whose last writer vanished may stay until a sweep finds the customer gone, unless the profile says otherwise; one whose last write the
 * destination refused is held, and visible as such.
 */
function isExcused(world: SimulatedWorld, contact: Contact | undefined): boolean {
  if (!contact?.lastWrite) return false;
  const { recordId } = contact.lastWrite;
  if (world.state.rows.get(recordId)?.outcome === "held") return true;
  return !world.simulation.profile.vanishedComeOff && !world.shop.records.has(recordId);
}

/**
 * An opt-out reaches a contact that we put on the lists for a customer who has the address still ("if we ever wrote them"); whether also one that we took
 * off again before, the profile says.
 */
function mustBeBlocked(world: SimulatedWorld, contact: Contact): boolean {
  const ours = world.account.calls.filter(
    (call) =>
      call.applied &&
      (call.target.by === "id" ? call.target.id === contact.id : call.target.address === contact.address),
  );
  const listings = ours.filter((call) => call.payload.listIds.length > 0);
  if (![...world.state.rows.values()].some((row) => row.destinationId === contact.id)) return false;
  if (world.simulation.profile.blocksUnlisted) return listings.length > 0;
  return ours.length === listings.length && listings.length > 0;
}
