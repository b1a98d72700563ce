import { ok, type Result } from "@/lib/kernel/result";
import type { SourceRecord } from "@/lib/rules/customer";
import { type Failure, failure } from "../failures";
import type { LegContext } from "../leg-context";
import { readBesideWitnesses } from "./read-beside-witnesses";

/** So many records that show nothing of a person are a denied field where nobody is known who could tell. One may have been redacted. */
const BARE_FROM = 2;

/**
 * R2 at the read by id from which records are delivered: when none of a chunk shows an address, it is read once more beside witnesses. A field that the app
 * may not see is null without a word, and a denied address would take everybody off their lists.
 * @returns why the reading cannot be believed; null where it can
 */
export async function judgeBare(
  context: LegContext,
  records: ReadonlyMap<string, SourceRecord | null>,
): Promise<Result<Failure | null, Failure>> {
  const alive = [...records.values()].filter((record) => record !== null);
  if (alive.length === 0 || alive.some((record) => record.email !== null)) return ok(null);
  const reading = await readBesideWitnesses(
    context,
    alive.map(({ id }) => id),
  );
  if (!reading.ok) return reading;
  const denied = failure("source.unreadable", "R2:fields_denied");
  if ([...reading.value.again.values()].some(({ email }) => email !== null)) return ok(denied);
  const witnesses = reading.value.witnesses.flatMap(({ record }) => record ?? []);
  if (witnesses.length > 0) return ok(witnesses.some(({ email }) => email !== null) ? null : denied);
  return ok(alive.length >= BARE_FROM && alive.every(isBare) ? denied : null);
}

/** Shows no name, no address and no phone number. Several customers like that, and no other, are taken for denied rather than for empty [?]. */
const isBare = ({ firstName, lastName, email, phone }: SourceRecord): boolean =>
  firstName === null && lastName === null && email === null && phone === null;
