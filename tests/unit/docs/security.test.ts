import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readDocument, root } from "./named-paths";

/** Rows of the table: number, what is checked, the file, the test's name. */
const rows = [...readDocument("docs/security.md").matchAll(/^\| (\d+) \| (.+?) \| `([^`]+)` \| (.+) \|$/gm)].map(
  ([, number, check, file, name]) => ({ number: Number(number), check, file: file ?? "", name: name ?? "" }),
);

test("docs/security.md numbers at least forty checks, without gap", () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test("each check names a test that its file holds", () => {
  const missing = rows.filter(({ file, name }) => {
    const full = path.join(root, file);
    return !fs.existsSync(full) || !fs.readFileSync(full, "utf8").includes(`"${name}"`);
  });
  expect(missing).toEqual([]);
});

test("every test of tests/db/security is named by a check or is of a file that is", () => {
  const named = new Set(rows.map(({ file }) => file));
  const files = fs.readdirSync(path.join(root, "tests/db/security")).map((file) => `tests/db/security/${file}`);
  expect(files.filter((file) => file.endsWith(".test.ts") && !named.has(file))).toEqual([]);
});
