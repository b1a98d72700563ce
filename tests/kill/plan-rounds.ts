import type { KillOptions } from "./options";
import type { Blow } from "./strike";

const KILLS_A_ROUND = 20;
/** Lease 30 s, dead beat 2 s, beat 0.5 s. */
const TIME_SCALE = 30;

export interface PlannedRound {
  timeScale: number;
  kills: number;
  seed: number;
  firstPoint: number;
  blows?: readonly Blow[];
}

/** Rounds with shortened times first, then those with true ones: of one blow each, a kill unless another is asked for. The seed says at which point the latter begin. */
export function planRounds({ kills, seed, trueTimes, blow }: KillOptions): PlannedRound[] {
  const shortened = Array.from({ length: Math.ceil(kills / KILLS_A_ROUND) }, (_, round) => {
    const done = round * KILLS_A_ROUND;
    return {
      timeScale: TIME_SCALE,
      kills: Math.min(KILLS_A_ROUND, kills - done),
      seed: seed * 1000 + done,
      firstPoint: done,
      ...(blow && { blows: [blow] }),
    };
  });
  const unshortened = Array.from({ length: trueTimes }, (_, done) => ({
    timeScale: 1,
    kills: 1,
    seed: seed * 1000 + 500 + done,
    firstPoint: seed - 1 + done,
    blows: [blow ?? "kill"],
  }));
  return [...shortened, ...unshortened];
}
