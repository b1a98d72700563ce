import { type Mutant, unit } from "./mutant";

const receipts = unit("receipts");
const CONTRADICTIONS = "lib/runner/receipts/contradictions.ts";

/** Every read proves itself by receipts. */
export const RECEIPT_MUTANTS: readonly Mutant[] = [
  {
    id: "short-after-two-looks",
    guard: "what is missing in two looks makes the read short",
    file: CONTRADICTIONS,
    source: "if (confirmed.length > 0) return",
    replacement: "if (confirmed.length < 0) return",
    killedBy: receipts("a list that withholds what was edited"),
  },
  {
    id: "denied-fields",
    guard: "addresses that are all null are a denied field",
    file: "lib/runner/receipts/r2-scope.ts",
    source: "alive.length >= DENIED_FROM && visible.length === 0",
    replacement: "alive.length < 0 && visible.length === 0",
    killedBy: receipts("addresses that are null without a word"),
  },
  {
    id: "witnesses-null",
    guard: "witnesses that are all null make the reads by id unbelievable",
    file: "lib/runner/receipts/r4-witness.ts",
    source: "const unbelievable = !anyAlive",
    replacement: "const unbelievable = anyAlive",
    killedBy: receipts("witnesses that are all null"),
  },
];
