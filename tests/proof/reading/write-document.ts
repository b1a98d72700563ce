import type { ProvenCell } from "./prove-trouble";
import { FALSE_GREEN_HEAD, falseGreenRowsOf, HEAD, isFalseGreen, rowsOf } from "./write-rows";

/** The document that `npm run proof:matrix` writes. */
export function writeDocument(proven: readonly ProvenCell[][]): string {
  const cells = proven.flat();
  const faults = proven.filter(([first]) => first && "fault" in first.trouble.strikes);
  const edits = proven.filter(([first]) => first && "edit" in first.trouble.strikes);
  const falseGreens = proven.flatMap(falseGreenRowsOf);
  const lines = [
    ...["# What each fault does to a read", ""],
    "Written by `npm run proof:matrix`; `npm run proof:matrix -- --check` tells whether it is still true. Do not edit it by hand.",
    "",
    "The real runner and the real judgement of reads, over stores in memory, read the real connector for Shopify against the stand-in, in virtual time. One run is struck: a shop of 30 customers",
    "that were all delivered, and 26 changes since (half of them new customers), read in pages of ten so that the walk has three; or the first walk of a shop of 26. The trouble strikes one request",
    "(`once`), or every request at its place until the run is over. No webhook is received, unless it says so. What is delivered is held against the stand-in's own shop, which no API bends.",
    "Afterwards the trouble is over, the shop trades on, and ordinary runs and sweeps follow until nothing is missing.",
    "",
    `${cells.length} cells of trouble, place and length in which the answer was another than it should have been; ${cells.filter(isFalseGreen).length} of them with a green run that left something behind.`,
    ...["", "## Faults", "", ...HEAD, ...faults.flatMap(rowsOf)],
    ...["", "## Changes to the shop in the middle of a read", "", ...HEAD, ...edits.flatMap(rowsOf)],
    ...["", "## False greens", ""],
    "Runs that were green although something that could be read when they began had not landed when they ended, and what finds it. Nothing here is without an end: what no walk, no receipt and no",
    "sweep would find would be left to the silence statistic (`docs/silence.md`).",
    ...["", ...(falseGreens.length > 0 ? [...FALSE_GREEN_HEAD, ...falseGreens] : ["None."])],
    ...["", "## What the words mean", ""],
    "- **where**: the page of the walk, what its receipts ask for (by id, count, index, access), or the read by id from which records are delivered; *everywhere*: each of these in which the answer changed.",
    "- **seen by**: the receipts that failed or contradicted in any walk of the struck run. R1 is the envelope, with what the connector told; R2 scope and protected fields; R3 continuity; R4 witnesses;",
    "  R6 the index. *A second reading*: the read by id was taken again a minute later because it showed nothing, or nobody's address.",
    "- **bookmark**: `held` when it stayed below everything that had not landed; `moved` when nothing was missing; **moved past** otherwise.",
    "- **all delivered with**: the first run after which every contact was as the shop has it. *This run* is the struck one.",
    "- Orders are read by the same runner and the same connector code; what differs (the 60-day wall, line items) is in `tests/contract/fault-matrix.test.ts`, which also places every fault at every",
    "  kind of request. Faults of tokens and webhooks are tested where those are received, and bulk operations are not used.",
  ];
  return `${lines.join("\n")}\n`;
}
