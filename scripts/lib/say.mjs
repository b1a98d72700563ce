const startedAt = performance.now();

/** Seconds since this script began, for people. */
const elapsed = () => ((performance.now() - startedAt) / 1000).toFixed(1).padStart(5);

/** Says one line of what is going on, with the seconds since the start. */
export function say(/** @type {string} */ line) {
  console.log(`[${elapsed()} s] ${line}`);
}

/** A reason to stop that its reader can act on: shown as it is, without a stack. */
export class Refusal extends Error {
  name = "Refusal";
}

/** Shows why a script ends: a refusal's message alone, anything else with its stack. */
export function sayWhy(/** @type {unknown} */ error) {
  console.error(error instanceof Refusal ? `\n${error.message}\n` : error);
}
