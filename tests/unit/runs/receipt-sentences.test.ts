import { expect, test } from "vitest";
import { receiptSentences } from "@/components/runs/receipt-sentences";
import type { ReceiptEvidence } from "@/lib/runner/receipts/evidence";

const QUIET: ReceiptEvidence = {
  scope: { granted: ["read_customers"], addressedBefore: 3, addressedNow: 3, oldestVisibleMs: null, wholePast: true },
  witness: { asked: 3, alive: 3, departed: 0, vanished: [], newestMs: 1 },
  count: { before: 0, after: 0, known: 0, rise: 0, gapReads: 0 },
  index: { rows: 0, whole: true, outside: 0, lagMs: 0 },
  named: 0,
  contradictions: [],
  clocksApartMs: 400,
};
const keysOf = (receipts: ReceiptEvidence) => receiptSentences(receipts).map(({ key }) => key);

test("a quiet read says that it may look, who was found twice, what is counted and that the index agrees", () => {
  expect(keysOf(QUIET)).toEqual(["permission", "witnesses", "counted", "index_agrees"]);
});

test("it says nothing that was not asked: no scopes, no witnesses, no exact count, no index", () => {
  const silent: ReceiptEvidence = {
    ...QUIET,
    scope: { ...QUIET.scope, granted: null },
    witness: { ...QUIET.witness, asked: 0, alive: 0 },
    count: { ...QUIET.count, after: null },
    index: null,
  };
  expect(keysOf(silent)).toEqual([]);
});

test("what a list left out is told with its ids, and whether it was seen once or twice", () => {
  const short: ReceiptEvidence = {
    ...QUIET,
    contradictions: [
      { receipt: "R4", count: 2, ids: ["7", "8"], confirmed: true },
      { receipt: "R6", count: 1, ids: ["9"], confirmed: false },
    ],
  };
  expect(receiptSentences(short).slice(-2)).toEqual([
    { key: "left_out", params: { count: 2, ids: "7, 8" } },
    { key: "left_out_once", params: { count: 1, ids: "9" } },
  ]);
});

test("an index that lags, a filter by day, deletions, nulls and clocks apart are told as what they are", () => {
  const odd: ReceiptEvidence = {
    ...QUIET,
    witness: { ...QUIET.witness, departed: 1, vanished: ["5"] },
    count: { ...QUIET.count, after: 9, rise: 2 },
    index: { rows: 3, whole: true, outside: 40, lagMs: 30 * 60_000 },
    clocksApartMs: -3_600_000,
  };
  expect(keysOf(odd)).toEqual([
    ...["permission", "witnesses", "witnesses_gone", "vanished", "counted_more"],
    ...["index_behind", "index_by_day", "clocks"],
  ]);
});
