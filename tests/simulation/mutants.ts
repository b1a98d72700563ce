import { firstNotice, GUARD_MUTANTS } from "./guard-mutants";

/*
 * `node --import tsx tests/simulation/mutants.ts`: takes out one guard after the other and shows the first seed that notices.
 */

const SEEDS_AT_MOST = 1000;

let unnoticed = 0;
for (const mutant of GUARD_MUTANTS) {
  const noticed = await firstNotice(mutant, SEEDS_AT_MOST);
  if (noticed === null) unnoticed++;
  console.log(`${mutant.name.padEnd(60)}${noticed ? `seed ${noticed.seed}: ${noticed.complaint}` : "NOT NOTICED"}`);
}
console.log(`${GUARD_MUTANTS.length - unnoticed} of ${GUARD_MUTANTS.length} guards missed`);
process.exitCode = unnoticed === 0 ? 0 : 1;
