import type { BrevoClient } from "@/lib/connectors/brevo/client";
import { readContact, readContactAddresses } from "@/lib/connectors/brevo/contacts";
import { err, ok, type Result } from "@/lib/kernel/result";
import type { AttributeValue } from "@/lib/rules/payload";
import {
  type ContactNow,
  countPreview,
  emptyTotals,
  type KnownBefore,
  type PreviewSample,
  type PreviewTotals,
  previewRecord,
} from "@/lib/rules/preview";
import type { Rule } from "@/lib/rules/schema";
import type { Limiter } from "@/lib/runner/destination-port";
import type { Failure } from "@/lib/runner/failures";
import type { Source } from "@/lib/runner/reading-ports";

/** Customers that a preview looks at; a larger shop is told that the totals are of so many. */
const MOST_RECORDS = 5_000;
/** Contacts of the account that are listed to tell creations from updates. */
const MOST_CONTACTS = 20_000;
const PAGE = 250;
const IDS_AT_ONCE = 50;
/** Samples kept of each verdict, and of each reason for refusing. */
const SAMPLES_EACH = 4;

export interface PopulationInput {
  source: Source;
  brevo: BrevoClient;
  /** Of contact calls, shared with the runs of the account. */
  limiter: Limiter;
  rule: Rule;
  timeZone: string;
  known: Map<string, { appliedDigest: string | null; destinationId: string | null }>;
  nowMs: number;
}

/** Looks at the shop's customers as a run would, and says what the rule would make of them. Reads only. */
export async function previewPopulation(
  input: PopulationInput,
): Promise<Result<{ totals: PreviewTotals; samples: PreviewSample[] }, Failure>> {
  await turnOf(input.limiter);
  const existing = await readContactAddresses(input.brevo, MOST_CONTACTS);
  if (!existing.ok) return existing;
  const totals = emptyTotals();
  const samples = new SampleChoice();
  let cursor: string | null = null;
  do {
    const page = await input.source.page({ kind: "id", cursor, first: PAGE });
    if (!page.ok) return page;
    const ids = page.value.rows.map((row) => row.id);
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      const failed = await lookAt(input, ids.slice(from, from + IDS_AT_ONCE), existing.value, totals, samples);
      if (failed) return err(failed);
    }
    cursor = page.value.nextCursor;
  } while (cursor !== null && totals.read < MOST_RECORDS);
  totals.whole = cursor === null;
  const shown = await withContacts(input, samples.chosen);
  return shown.ok ? ok({ totals, samples: shown.value }) : shown;
}

async function lookAt(
  input: PopulationInput,
  ids: string[],
  existing: Set<string> | null,
  totals: PreviewTotals,
  samples: SampleChoice,
): Promise<Failure | null> {
  const read = await input.source.read(ids);
  if (!read.ok) return read.error;
  const { rule, timeZone, nowMs } = input;
  for (const [id, record] of read.value.records) {
    if (!record) continue;
    const row = input.known.get(id);
    const address = record.email?.address.trim().toLowerCase();
    const known: KnownBefore = {
      appliedDigest: row?.appliedDigest ?? null,
      existsInDestination: row?.destinationId != null || (address !== undefined && (existing?.has(address) ?? false)),
    };
    const sample = previewRecord(record, { rule, timeZone, nowMs }, known);
    countPreview(totals, sample);
    samples.offer(sample);
  }
  return null;
}

type Candidate = Omit<PreviewSample, "before">;

/** The first few of each kind, so that a preview shows every way in which a customer can be treated. */
class SampleChoice {
  readonly chosen: Candidate[] = [];
  private readonly taken = new Map<string, number>();

  offer(sample: Candidate): void {
    const kind = sample.reason ?? sample.verdict;
    const taken = this.taken.get(kind) ?? 0;
    if (taken >= SAMPLES_EACH) return;
    this.taken.set(kind, taken + 1);
    this.chosen.push(sample);
  }
}

/** Waits until one more contact call may start: Brevo refuses a preview that asks faster than the account's plan allows. */
async function turnOf(limiter: Limiter): Promise<void> {
  const { startInMs } = await limiter.reserve(1);
  await new Promise((resolve) => setTimeout(resolve, startInMs));
}

/** Adds what Brevo holds now to the samples that would be written. */
async function withContacts(
  { brevo, limiter }: Pick<PopulationInput, "brevo" | "limiter">,
  chosen: Candidate[],
): Promise<Result<PreviewSample[], Failure>> {
  const samples: PreviewSample[] = [];
  for (const sample of chosen) {
    if (sample.address === null || sample.after === null) {
      samples.push({ ...sample, before: null });
      continue;
    }
    await turnOf(limiter);
    const contact = await readContact(brevo, sample.address);
    if (!contact.ok) return contact;
    const { value } = contact;
    samples.push({
      ...sample,
      before: value && {
        id: String(value.id),
        attributes: plainAttributes(value.attributes),
        listIds: value.listIds,
        blocklisted: value.emailBlacklisted,
      },
    });
  }
  return ok(samples);
}

/** Brevo's attributes as values that can be shown; anything else than text, number, yes/no or a list of texts is shown as its JSON. */
function plainAttributes(attributes: Record<string, unknown>): ContactNow["attributes"] {
  const plain = ([name, value]: [string, unknown]): [string, AttributeValue] => {
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [name, value];
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return [name, value];
    return [name, JSON.stringify(value) ?? ""];
  };
  return Object.fromEntries(Object.entries(attributes).map(plain));
}
