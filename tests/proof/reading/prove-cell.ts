import { INTERVAL_MS, openProvingWorld, type ProvingWorld, type RunTruth, type WalkName } from "./proving-world";
import type { Place, Trouble } from "./struck-shop";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long a trouble lasts: one request, or every request at its place until the run is over. */
export const LENGTHS = ["once", "all of the run"] as const;
export type Length = (typeof LENGTHS)[number];

export interface Cell {
  walk: WalkName;
  trouble: Trouble;
  place: Place;
  length: Length;
}

export interface Outcome {
  struckRun: RunTruth;
  /** What the connector told of the answers that were struck. */
  told: string[];
  /** The run with which everything has landed; null: none. */
  landedWith: string | null;
  /** The same when a webhook names a record that is concerned; null where everything landed at once, or nothing is named. */
  byWebhook: { green: boolean; landedWith: string | null } | null;
  /** Runs, this one and later ones, that were green and left something behind that could be read when they began. */
  falseGreens: number;
}

interface Later {
  name: string;
  afterMs: number;
  sweep?: "daily" | "weekly";
  /** Whether the shop trades meanwhile, so that what is old is no longer on the first page. */
  trades?: true;
}

/** Runs that follow when the trouble is over. The first that brings the rest ends the proof. */
const LATER: readonly Later[] = [
  { name: "the next run", afterMs: 0, trades: true },
  ...Array.from({ length: 15 }, (): Later => ({ name: "an ordinary run within 4 h", afterMs: 0, trades: true })),
  { name: "the second look after 24 h", afterMs: 21 * HOUR_MS },
  { name: "the daily sweep", afterMs: INTERVAL_MS, sweep: "daily" },
  { name: "the weekly sweep", afterMs: 6 * DAY_MS, sweep: "weekly" },
];

/** Strikes one run and follows what became of it. @returns null where the trouble changes nothing of what that place answers */
export async function proveCell(cell: Cell): Promise<Outcome | null> {
  const proven = await strikeAndFollow(cell, false);
  const { names } = cell.trouble;
  if (proven === null || proven.landedWith === AT_ONCE || names === undefined) return proven;
  const named = await strikeAndFollow(cell, true);
  return { ...proven, byWebhook: named && { green: named.struckRun.green, landedWith: named.landedWith } };
}

export const AT_ONCE = "this run";

async function strikeAndFollow({ walk, trouble, place, length }: Cell, byWebhook: boolean): Promise<Outcome | null> {
  const proving = await openProvingWorld(walk);
  const { struck, world } = proving;
  const name = () => byWebhook && trouble.names !== undefined && world.nameByWebhook(trouble.names);
  const isEdit = "edit" in trouble.strikes;
  try {
    if (!isEdit) name();
    world.clock.advance(SECOND_MS);
    struck.strike(trouble, place, length === "all of the run");
    const struckRun = await proving.run();
    struck.mend();
    if (!struck.hadEffect()) return null;
    const told = struck.failures();
    if (isEdit) name();
    return { struckRun, told, byWebhook: null, ...(await follow(proving, struckRun)) };
  } finally {
    await proving.close();
  }
}

const isFalse = ({ green, missing }: RunTruth): boolean => green && missing > 0;

async function follow(
  proving: ProvingWorld,
  struckRun: RunTruth,
): Promise<Pick<Outcome, "landedWith" | "falseGreens">> {
  let falseGreens = isFalse(struckRun) ? 1 : 0;
  if (proving.owed() === 0) return { landedWith: AT_ONCE, falseGreens };
  for (const { name, afterMs, sweep, trades } of LATER) {
    if (trades) proving.trade();
    proving.world.clock.advance(afterMs);
    // A person takes up again what was paused.
    proving.world.state.pause = null;
    if (isFalse(await proving.run(sweep))) falseGreens++;
    if (proving.owed() === 0) return { landedWith: name, falseGreens };
  }
  return { landedWith: null, falseGreens };
}
