import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { documents, readDocument, root } from "./named-paths";

const readme = readDocument("README.md");
const scripts: Record<string, string> = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).scripts;

/** Variables that a file reads: `NAME: …` of a schema or table, `env.NAME`, `process.env.NAME`. */
function variablesIn(file: string): string[] {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(/(?:\benv\.|^ +)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?=\b(?:: |[^A-Za-z_]))/gm)]
    .map((match) => match[1] ?? "")
    .filter((name) => name.length > 3);
}

const table = readme.slice(readme.indexOf("## Environment"), readme.indexOf("## Other commands"));
const told = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
  [...(names ?? "").matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? ""),
);

describe("README.md", () => {
  test("leads with exactly the two commands", () => {
    const commands = readme.split("\n").filter((line) => /^ {4}\S/.test(line));
    expect(commands.slice(0, 2).map((line) => line.trim().split(/\s{2,}/)[0])).toEqual(["npm start", "npm test"]);
    expect(readme.indexOf("    npm start")).toBeLessThan(readme.indexOf("## "));
  });

  test("every npm command that it names exists", () => {
    const named = [...readme.matchAll(/npm (?:run )?([a-z]+(?:[:-][a-z]+)*)/g)].map((match) => match[1] ?? "");
    expect(named).toContain("sandbox:load");
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test("and every one that the other documents tell to run", () => {
    const named = documents().flatMap((file) =>
      [...readDocument(file).matchAll(/npm run ([a-z]+(?:[:-][a-z]+)*)/g)].map((match) => match[1] ?? ""),
    );
    expect(named).toContain("kill-test");
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  test.each([
    "lib/env.ts",
    "scripts/lib/settings.mjs",
    "scripts/lib/secrets.mjs",
    "scripts/lib/paths.mjs",
    "scripts/lib/chromium.mjs",
    "inngest/mode.ts",
    "tests/support/global-setup.ts",
    "tests/support/shared.ts",
  ])("every variable that %s reads is in the table", (file) => {
    const read = variablesIn(file).filter((name) => !["CI", "DEBIAN_FRONTEND"].includes(name));
    expect(read).not.toEqual([]);
    expect(read.filter((name) => !told.includes(name))).toEqual([]);
  });

  test("and none is told of that nothing reads: each row's file names it", () => {
    for (const row of table.split("\n").filter((line) => /^\| `/.test(line))) {
      const cells = row.split("|");
      const names = [...(cells[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map((match) => match[1] ?? "");
      const files = [...(cells[4] ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
      expect(files, row).not.toEqual([]);
      for (const file of files)
        for (const name of names) expect(fs.readFileSync(path.join(root, file), "utf8"), row).toContain(name);
    }
  });
});
