import type { ReceiptEvidence } from "@/lib/runner/receipts/evidence";

/** One sentence of what a read rests on. Keys are of `runs.receipt_sentences`. */
export interface ReceiptSentence {
  key:
    | "permission"
    | "witnesses"
    | "witnesses_gone"
    | "vanished"
    | "counted"
    | "counted_more"
    | "index_agrees"
    | "index_behind"
    | "index_by_day"
    | "named"
    | "left_out"
    | "left_out_once"
    | "clocks";
  params: Record<string, number | string>;
}

const MINUTE_MS = 60_000;

/** What the receipts of a read found, in the order in which a person asks: may we see it, is what we know there, how many are there, does the index agree. */
export function receiptSentences(receipts: ReceiptEvidence): ReceiptSentence[] {
  return [...ofRecords(receipts), ...ofLists(receipts), ...ofContradictions(receipts)];
}

function ofRecords({ scope, witness, count }: ReceiptEvidence): ReceiptSentence[] {
  const sentences: ReceiptSentence[] = [];
  if (scope.granted !== null) sentences.push({ key: "permission", params: {} });
  if (witness.alive > 0) sentences.push({ key: "witnesses", params: { alive: witness.alive } });
  if (witness.departed > 0) sentences.push({ key: "witnesses_gone", params: { gone: witness.departed } });
  if (witness.vanished.length > 0) sentences.push({ key: "vanished", params: { vanished: witness.vanished.length } });
  if (count.after !== null) {
    const key = count.rise > 0 ? "counted_more" : "counted";
    sentences.push({ key, params: { total: count.after, rise: count.rise } });
  }
  return sentences;
}

function ofLists({ index, clocksApartMs }: ReceiptEvidence): ReceiptSentence[] {
  const sentences: ReceiptSentence[] = [];
  if (index !== null) {
    const minutes = Math.round(index.lagMs / MINUTE_MS);
    if (minutes > 0) sentences.push({ key: "index_behind", params: { minutes } });
    else sentences.push({ key: "index_agrees", params: { rows: index.rows } });
    if (index.outside > 0) sentences.push({ key: "index_by_day", params: { outside: index.outside } });
  }
  const apart = Math.round(Math.abs(clocksApartMs ?? 0) / MINUTE_MS);
  if (apart > 0) sentences.push({ key: "clocks", params: { minutes: apart } });
  return sentences;
}

function ofContradictions({ named, contradictions }: ReceiptEvidence): ReceiptSentence[] {
  const sentences: ReceiptSentence[] = named > 0 ? [{ key: "named", params: { named } }] : [];
  for (const { count, ids, confirmed } of contradictions)
    sentences.push({ key: confirmed ? "left_out" : "left_out_once", params: { count, ids: ids.join(", ") } });
  return sentences;
}
