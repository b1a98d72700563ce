import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MUTANTS } from "../../mutants/list";

/*
 * `npm run mutants` takes minutes; that its list still speaks of this source is told here.
 */

test("every mutant's source text stands in its file once, and the file of its test is there", () => {
  const stale = MUTANTS.filter(({ file, source }) => readFileSync(file, "utf8").split(source).length !== 2);
  expect(stale.map(({ id }) => id)).toEqual([]);
  expect(MUTANTS.filter(({ killedBy }) => !existsSync(killedBy.file))).toEqual([]);
});

test("each mutant has an id of its own and changes something", () => {
  expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
  expect(MUTANTS.filter(({ source, replacement }) => source === replacement)).toEqual([]);
});
