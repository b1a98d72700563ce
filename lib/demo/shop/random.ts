/** A source of repeatable choices: the same seed gives the same shop on every machine. */
export interface Choices {
  /** A number from 0 up to, not including, 1. */
  fraction(): number;
  /** A whole number from 0 up to, not including, `below`. */
  index(below: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** True in this share of cases. */
  happens(share: number): boolean;
}

/** The mulberry32 generator (public domain): small, fast, and good enough for made-up shoppers. */
export function createChoices(seed: number): Choices {
  let state = seed >>> 0;
  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const index = (below: number) => Math.floor(fraction() * below);
  return {
    fraction,
    index,
    pick: (items) => items[index(items.length)] ?? items[0],
    happens: (share) => fraction() < share,
  };
}
