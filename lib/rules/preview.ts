import type { SourceRecord } from "./customer";
import { evaluate } from "./evaluate";
import type { AttributeValue, ContactPayload, EvaluationContext, Omission, Refusal } from "./payload";
import { payloadDigest } from "./payload-digest";

/** What Brevo holds for an address now, as far as the preview reads it. */
export interface ContactNow {
  id: string;
  attributes: Record<string, AttributeValue>;
  listIds: number[];
  blocklisted: boolean;
}

export type PreviewVerdict = "create" | "update" | "unchanged" | "refused" | "filtered";

/** One record of a preview: personal, so it is kept sealed and for a day only. */
export interface PreviewSample {
  recordId: string;
  name: string;
  address: string | null;
  verdict: PreviewVerdict;
  reason: Refusal | null;
  before: ContactNow | null;
  /** The managed part afterwards; null when nothing would be written. */
  after: ContactPayload | null;
  omissions: Omission[];
}

/** Counts over the records that the preview looked at. They add up: read = create + update + unchanged + refused + filtered. */
export interface PreviewTotals {
  read: number;
  create: number;
  update: number;
  unchanged: number;
  refused: number;
  filtered: number;
  refusedBy: Partial<Record<Refusal, number>>;
  /** Fields that would be left out, by `ATTRIBUTE:why`. */
  omitted: Record<string, number>;
  /** Whether every record of the shop was looked at. */
  whole: boolean;
}

export const emptyTotals = (): PreviewTotals => ({
  read: 0,
  create: 0,
  update: 0,
  unchanged: 0,
  refused: 0,
  filtered: 0,
  refusedBy: {},
  omitted: {},
  whole: false,
});

/** What is known of a record before a preview: from our own rows and, for new ones, from the account. */
export interface KnownBefore {
  appliedDigest: string | null;
  existsInDestination: boolean;
}

/** What the rule makes of one record. The blocklist of the account is not asked here: a write can never lift it. */
export function previewRecord(
  record: SourceRecord,
  context: EvaluationContext,
  known: KnownBefore,
): Omit<PreviewSample, "before"> {
  const evaluation = evaluate(record, context);
  const base = {
    recordId: record.id,
    name: [record.firstName, record.lastName].filter(Boolean).join(" "),
    address: evaluation.address,
    reason: null,
    after: null,
    omissions: [],
  };
  switch (evaluation.kind) {
    case "refuse":
      return { ...base, verdict: "refused", reason: evaluation.reason };
    case "filter":
      return { ...base, verdict: "filtered" };
    case "deliver": {
      const { payload, omissions } = evaluation;
      const same = known.appliedDigest === payloadDigest(payload);
      const verdict = same ? "unchanged" : known.existsInDestination ? "update" : "create";
      return { ...base, verdict, after: payload, omissions };
    }
  }
}

/** Adds one record to the totals, in place. */
export function countPreview(
  totals: PreviewTotals,
  sample: Pick<PreviewSample, "verdict" | "reason" | "omissions">,
): void {
  totals.read++;
  totals[sample.verdict]++;
  if (sample.reason) totals.refusedBy[sample.reason] = (totals.refusedBy[sample.reason] ?? 0) + 1;
  for (const { attribute, why } of sample.omissions) {
    const key = `${attribute}:${why}`;
    totals.omitted[key] = (totals.omitted[key] ?? 0) + 1;
  }
}
