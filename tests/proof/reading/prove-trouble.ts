import { type Cell, LENGTHS, type Length, type Outcome, proveCell } from "./prove-cell";
import { WALKS } from "./proving-world";
import { PLACES, type Place, type Trouble } from "./struck-shop";

export type ProvenCell = Cell & { outcome: Outcome };

/** One trouble at each place where it changes an answer. A merchant's change happens once, whatever the place. */
export async function proveTrouble(trouble: Trouble): Promise<ProvenCell[]> {
  const lengths = "edit" in trouble.strikes ? LENGTHS.slice(0, 1) : LENGTHS;
  const cells = lengths.flatMap((length) =>
    WALKS.flatMap((walk) =>
      PLACES.filter((place) => hasMeaning(trouble, place, length)).map((place) => ({ walk, trouble, place, length })),
    ),
  );
  const proven: ProvenCell[] = [];
  for (const cell of cells) {
    const outcome = await proveCell(cell);
    if (outcome) proven.push({ ...cell, outcome });
  }
  return proven;
}

const hasMeaning = ({ withholds }: Trouble, place: Place, length: Length): boolean =>
  place !== "pages and index" || (withholds === true && length === "all of the run");
