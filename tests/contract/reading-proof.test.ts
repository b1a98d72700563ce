import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type ProvenCell, proveTrouble } from "@/tests/proof/reading/prove-trouble";
import { TROUBLES } from "@/tests/proof/reading/troubles";
import { falseGreenRowsOf, rowsOf } from "@/tests/proof/reading/write-rows";
import { REQUEST_FAULTS } from "./fault-outcomes";

/*
 * docs/reading-proof.md is what `npm run proof:matrix` writes. Here a part of it is proven anew: those troubles that withhold rows or fields without a word.
 */

const DOCUMENT = readFileSync("docs/reading-proof.md", "utf8");
const AGAIN = ["null-nodes", "denied-fields-silent", "stale-replica, 60 min", "consent-flip"];
const rowsIn = (text: string, id: string) => text.split("\n").filter((line) => line.startsWith(`| ${id} | `));
const nameOf = (id: string) => id.split(",")[0];

/** Both paths omit the same rows, and no webhook came: no receipt can see it. */
const UNSEEN = [5, 60].map((min) => `| stale-replica, ${min} min | all of the run | ordinary walk: pages and index`);

/** Faults that change no answer to customers in this shop. */
const WITHOUT_EFFECT = ["sixty-days", "count-ignored-filter"];

describe("docs/reading-proof.md", () => {
  it("has rows for each fault that can be scheduled and each change to the shop", () => {
    const proven = TROUBLES.filter(({ id }) => rowsIn(DOCUMENT, id).length > 0).map(({ id }) => nameOf(id));
    expect(Object.keys(REQUEST_FAULTS).filter((fault) => !proven.includes(fault))).toEqual(WITHOUT_EFFECT);
    expect(proven).toEqual(expect.arrayContaining(["late-commit", "delete", "merge", "consent-flip"]));
  });

  it("nothing never landed, and what no receipt saw is what list and index withheld alike", () => {
    expect(DOCUMENT).not.toContain("**nothing**");
    const unseen = DOCUMENT.split("\n").filter(
      (line) => line.includes("| **none** |") || line.includes("**moved past**"),
    );
    const names = unseen
      .filter((line) => line.startsWith("| "))
      .map((line) => line.split(" | ").slice(0, 3).join(" | "));
    expect(names).toEqual(UNSEEN);
  });

  it.each(AGAIN)(
    "is what the proof shows of %s",
    async (id) => {
      const trouble = TROUBLES.find((one) => one.id === id);
      if (!trouble) throw new Error(`no trouble ${id}`);
      const cells = await proveTrouble(trouble);
      expect(rowsIn(DOCUMENT, id)).toEqual([...rowsOf(cells), ...falseGreenRowsOf(cells)]);
      for (const cell of cells) expectRule(cell);
    },
    60_000,
  );
});

/** Whatever is withheld where a receipt can see it: not green, the bookmark held, and afterwards everything delivered. */
function expectRule({ outcome: { struckRun, landedWith, byWebhook }, trouble, place, walk, length }: ProvenCell): void {
  const name = [trouble.id, walk, place, length].join(", ");
  const canBeSeen = !(trouble.id.startsWith("stale-replica") && place === "pages and index");
  if (struckRun.missing > 0 && canBeSeen) expect([struckRun.green, struckRun.held], name).toEqual([false, true]);
  // A webhook sees what list and index withhold alike.
  if (struckRun.missing > 0 && !canBeSeen) expect(byWebhook?.green, name).toBe(false);
  expect(landedWith, name).not.toBeNull();
  expect(struckRun.takenOff, name).toBe(0);
}
