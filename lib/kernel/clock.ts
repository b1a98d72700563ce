/** Time as the core sees it. All instants are epoch milliseconds, UTC (`…Ms`). */
export interface Clock {
  /** Wall clock of this process, epoch ms. Deadlines that others must agree on use the database's clock instead. */
  nowMs(): number;
  /** Never goes back and does not jump with the wall clock; origin arbitrary. */
  monotonicMs(): number;
  sleep(ms: number): Promise<void>;
}

/** Randomness as the core sees it: a number in [0, 1). */
export interface Random {
  fraction(): number;
}
