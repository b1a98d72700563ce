import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { STALE_CLAIM_POLICIES } from "../../simulation/reference-protocol";
import { documents, exists, linksIn, pathsNamedIn, readDocument, root } from "./named-paths";

describe("the documents name what exists", () => {
  test.each(documents())("every path in %s", (file) => {
    const text = readDocument(file);
    const missing = [...pathsNamedIn(text), ...linksIn(text, file)].filter((name) => !exists(name));
    expect(missing).toEqual([]);
  });

  test("control: a path that does not exist is found, in backticks and in a link", () => {
    const text =
      "`lib/runner/no-such.ts`, `drizzle/*.xyz` and [this](adr/0000-none.md), but `npm test` and `inngest/function.failed` are none";
    const named = [...pathsNamedIn(text), ...linksIn(text, "docs/a.md")];
    expect(named).toEqual(["lib/runner/no-such.ts", "drizzle/*.xyz", "docs/adr/0000-none.md"]);
    expect(named.some(exists)).toBe(false);
    expect(["lib/runner/leg.ts", "drizzle/*.sql", "docs"].every(exists)).toBe(true);
  });
});

describe("docs/six-rules.md", () => {
  const text = readDocument("docs/six-rules.md");
  const sections = text.split(/^## /m).slice(1);
  const rules = sections.filter((section) => /^\d\. /.test(section));

  test("has the six rules in their order", () => {
    expect(rules.map((section) => section[0])).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  test.each(rules)("rule %# names code, tests and harm", (section) => {
    const named = pathsNamedIn(section);
    expect(named.filter((name) => name.startsWith("lib/runner/"))).not.toEqual([]);
    expect(named.filter((name) => /^tests\/.*\.test\.ts$/.test(name))).not.toEqual([]);
    expect(section).toMatch(/^\| harm \| \S/m);
  });

  test("has the five departures, each with a file and a state", () => {
    const departures = sections.find((section) => section.startsWith("Five departures")) ?? "";
    const rows = departures.split("\n").filter((line) => /^\| \d \|/.test(line));
    expect(rows).toHaveLength(5);
    for (const row of rows) {
      expect(row).toMatch(/\| (built|half|later)\b/);
      expect(pathsNamedIn(row)).not.toEqual([]);
    }
  });

  test("compares with each policy of the reference protocol, and ours, in figures, with commit and command", () => {
    const comparison = sections.find((section) => section.startsWith("The comparison")) ?? "";
    const rows = comparison.split("\n").filter((line) => /^\| (reference|ours)/.test(line));
    const names = rows.map((row) => row.split("|")[1]?.trim());
    expect(names).toEqual([...STALE_CLAIM_POLICIES.map((policy) => `reference, \`${policy}\``), "ours"]);
    for (const row of rows) expect(row.split("|").slice(2, -1).join("|")).toMatch(/^( [\d,]+ \|){6} [\d,]+ $/);
    expect(comparison).toMatch(/`npm run simulate -- --reference --seeds \d+`, commit `[0-9a-f]{7}`/);
  });
});

test("docs/data-model.md names every migration", () => {
  const migrations = fs.readdirSync(path.join(root, "drizzle")).filter((name) => name.endsWith(".sql"));
  const named = pathsNamedIn(readDocument("docs/data-model.md"));
  expect(migrations.filter((name) => !named.includes(`drizzle/${name}`))).toEqual([]);
});

test("decisions are numbered without gap or double, and each says its number, date and status", () => {
  const decisions = documents().filter((file) => file.startsWith("docs/adr/"));
  const numbers = decisions.map((file) => Number(path.basename(file).slice(0, 4)));
  expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  for (const file of decisions) {
    const number = Number(path.basename(file).slice(0, 4));
    expect(readDocument(file), file).toMatch(
      new RegExp(`^# ${number}\\. .+\\n\\nDate: \\d{4}-\\d\\d-\\d\\d\\. Status: `),
    );
  }
});
