import { describe, expect, test } from "vitest";
import { documents, exists, linksIn, pathsNamedIn, readDocument } from "./named-paths";

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
});
