import { sql } from "drizzle-orm";
import type { z } from "zod";
import { readContact } from "@/lib/connectors/brevo/contacts";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import { systemClock } from "@/lib/ends/system-clock";
import { ok, type Result } from "@/lib/kernel/result";
import type { Refusal } from "@/lib/rules/payload";
import { type PreviewVerdict, previewRecord } from "@/lib/rules/preview";
import { type Failure, failure, publicationFailure } from "@/lib/runner/failures";
import { contactCallsPerMinute } from "../connections/contact-calls-per-minute";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { loadPaused, type PausedSync, type pausedInput } from "./load-paused";

/** One waiting record, looked at as a run would: read by id and judged, its contact looked up. Nothing is written, nothing personal is told. */
export type OneRecord =
  | { kind: "none" }
  | { kind: "failed"; failure: Failure }
  | { kind: "gone"; recordId: string }
  | { kind: "judged"; recordId: string; verdict: PreviewVerdict; reason: Refusal | null };

export interface EndsCheck {
  /** Null: it answers, with everything a run needs, and is still whom the publication was made for. */
  shopify: Failure | null;
  brevo: Failure | null;
  record: OneRecord;
  backlog: number;
  /** What the waiting records take at this plan's limits, if all of them are written. */
  minutes: number;
  checkedAtMs: number;
}

/** Asks both ends of a paused sync now and tries one waiting record, so that a person resumes knowing, not hoping. Reads only. */
export async function checkEnds(
  context: Context,
  input: z.input<typeof pausedInput>,
): Promise<Result<EndsCheck, UseCaseError>> {
  const paused = await loadPaused(context, input);
  if (!paused.ok) return paused;
  const waiting = await context.transact(async (tx) => {
    const [row] = await tx.execute<{ backlog: number; first: string | null }>(sql`
      select count(*)::int as backlog, (array_agg(record_id order by seen_at nulls first, record_id))[1] as first
      from pending where sync_id = ${input.syncId}`);
    return row ?? { backlog: 0, first: null };
  });
  const [shop, account] = await Promise.all([askShop(paused.value), askAccount(paused.value)]);
  const bothAnswer = shop === null && account.failure === null;
  return ok({
    ...{ shopify: shop, brevo: account.failure, backlog: waiting.backlog },
    record: waiting.first === null || !bothAnswer ? { kind: "none" } : await tryOne(paused.value, waiting.first),
    // Most writes are one call; a new contact is two.
    minutes: Math.ceil((waiting.backlog * 2) / account.callsPerMinute),
    checkedAtMs: systemClock.nowMs(),
  });
}

type Operations = readonly { failure: Failure | null }[];
const firstOf = (operations: Operations): Failure | null =>
  operations.find((operation) => operation.failure !== null)?.failure ?? null;

async function askShop({ shopify, ends }: PausedSync): Promise<Failure | null> {
  const probe = await probeShopify({ client: shopify, clock: systemClock });
  if (!probe.ok) return probe.error;
  if (probe.value.identity !== ends.source.identity) return publicationFailure("source_identity_differs");
  return probe.value.missingScopes.length > 0 ? failure("source.scope") : firstOf(probe.value.operations);
}

async function askAccount({ brevo, ends }: PausedSync): Promise<{ failure: Failure | null; callsPerMinute: number }> {
  const probe = await probeBrevo({ client: brevo, clock: systemClock });
  if (!probe.ok) return { failure: probe.error, callsPerMinute: contactCallsPerMinute("general") };
  const isOther = probe.value.identity !== ends.destination.identity;
  return {
    failure: isOther ? publicationFailure("destination_identity_differs") : firstOf(probe.value.operations),
    callsPerMinute: contactCallsPerMinute(probe.value.rateTier),
  };
}

async function tryOne({ shopify, brevo, ends, rule }: PausedSync, recordId: string): Promise<OneRecord> {
  const read = await createShopifySource({ client: shopify }).read([recordId]);
  if (!read.ok) return { kind: "failed", failure: read.error };
  const record = read.value.records.get(recordId);
  if (!record) return { kind: "gone", recordId };
  const judge = (existsInDestination: boolean) =>
    previewRecord(
      record,
      { rule, timeZone: ends.source.timeZone, nowMs: systemClock.nowMs() },
      { appliedDigest: null, existsInDestination },
    );
  const { address, after } = judge(false);
  if (address === null || after === null) return judged(recordId, judge(false));
  const contact = await readContact(brevo, address);
  return contact.ok ? judged(recordId, judge(contact.value !== null)) : { kind: "failed", failure: contact.error };
}

const judged = (recordId: string, { verdict, reason }: ReturnType<typeof previewRecord>): OneRecord => ({
  ...{ kind: "judged", recordId, verdict, reason },
});
