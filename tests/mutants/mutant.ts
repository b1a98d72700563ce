/** A guard, taken out of the source text, and the test that must miss it. */
export interface Mutant {
  id: string;
  /** What the guard keeps, in words. */
  guard: string;
  /** Where it stands, from the root. */
  file: string;
  /** Its exact text, which must occur once, and what is put in its place. */
  source: string;
  replacement: string;
  killedBy: KillingTest;
}

export interface KillingTest {
  /** Vitest project. */
  project: "unit" | "db";
  file: string;
  /** The beginning of its name, or enough of it to be told from the others of the file. */
  name: string;
}

const testsOf =
  (project: KillingTest["project"], file: string) =>
  (name: string): KillingTest => ({ project, file, name });

export const unit = (file: string) => testsOf("unit", `tests/unit/runner/${file}.test.ts`);
export const db = (file: string) => testsOf("db", `tests/db/${file}.test.ts`);

/** Mutants by the file of the test that must miss them. */
export function byTestFile(mutants: readonly Mutant[]): Mutant[][] {
  const groups = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const { file } = mutant.killedBy;
    groups.set(file, [...(groups.get(file) ?? []), mutant]);
  }
  return [...groups.values()];
}
