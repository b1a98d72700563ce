import { AT_ONCE, type Outcome } from "./prove-cell";
import type { ProvenCell } from "./prove-trouble";
import { WALKS } from "./proving-world";

export const HEAD = [
  "| trouble | lasts | where | verdict | seen by | bookmark | all delivered with |",
  "|---|---|---|---|---|---|---|",
] as const;

export const FALSE_GREEN_HEAD = [
  "| trouble | lasts | where | left behind | finding meanwhile | found by |",
  "|---|---|---|---|---|---|",
] as const;

/** The rows of one trouble: places with one outcome share a row. */
export function rowsOf(cells: readonly ProvenCell[]): string[] {
  return grouped(cells, cells, ({ outcome }) => [
    ...[verdictOf(outcome), seenBy(outcome), bookmarkOf(outcome), deliveredWith(outcome)],
  ]);
}

export const isFalseGreen = ({ outcome }: ProvenCell): boolean => outcome.falseGreens > 0;

/** The rows of the list that names every green run that left something behind. */
export function falseGreenRowsOf(cells: readonly ProvenCell[]): string[] {
  return grouped(cells.filter(isFalseGreen), cells, ({ outcome }) => [
    String(outcome.struckRun.missing || "what the change concerns"),
    codes(outcome.struckRun.findings) || "none",
    deliveredWith(outcome),
  ]);
}

/** @param of all that were proven of the trouble, to tell whether it is everywhere the same */
function grouped(
  cells: readonly ProvenCell[],
  of: readonly ProvenCell[],
  columnsOf: (cell: ProvenCell) => string[],
): string[] {
  const groups = new Map<string, ProvenCell[]>();
  for (const cell of cells) {
    const key = JSON.stringify([cell.length, ...columnsOf(cell)]);
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const all = of.filter(({ length }) => length === first.length);
    const where = group.length === all.length && all.length > 1 ? "everywhere" : whereOf(group);
    return `| ${[first.trouble.id, first.length, where, ...columnsOf(first)].join(" | ")} |`;
  });
}

function whereOf(cells: readonly ProvenCell[]): string {
  const named = WALKS.map((walk) => {
    const places = cells.filter((cell) => cell.walk === walk).map(({ place }) => place);
    return places.length === 0 ? "" : `${walk}: ${places.join(", ")}`;
  });
  return named.filter(Boolean).join("; ");
}

function verdictOf({ struckRun: { state, green, verdict, failure } }: Outcome): string {
  const words = verdict?.replaceAll("_", " ") ?? "none";
  return green ? `${words}, green` : `${words}, ${state}${failure ? ` (\`${failure}\`)` : ""}`;
}

function seenBy({ told, struckRun: { receipts, failure, lookedAgain, missing } }: Outcome): string {
  const named = [...receipts, ...(failure?.match(/\bR\d(?=:)/g) ?? [])].filter((receipt) => receipt !== "R1");
  const seen = [...(told.length > 0 ? [`R1 ${codes(told)}`] : []), ...new Set(named)];
  if (seen.length > 0) return seen.join(", ");
  if (lookedAgain) return "a second reading, a minute later";
  return missing > 0 ? "**none**" : "nothing to see";
}

function bookmarkOf({ struckRun: { held } }: Outcome): string {
  if (held === null) return "moved";
  return held ? "held" : "**moved past**";
}

function deliveredWith({ struckRun, landedWith, byWebhook }: Outcome): string {
  const words = landedWith ?? "**nothing**";
  if (byWebhook === null || landedWith === AT_ONCE) return words;
  const turnsRed = struckRun.green && !byWebhook.green;
  if (!turnsRed && byWebhook.landedWith === landedWith) return words;
  return `${words}; with a webhook that names one: ${turnsRed ? "R7, not green, " : ""}${byWebhook.landedWith ?? "**nothing**"}`;
}

const codes = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");
