import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import messages from "../../../messages/en/activity.json";

const LIB = path.resolve(import.meta.dirname, "../../../lib");

/** Every literal that is a verb of the audit log: `verb: "noun.done"`, and those that a `const verb` chooses between. */
function verbsIn(source: string): string[] {
  const lines = source.split("\n").filter((line) => /\bverb\b\s*[:=]/.test(line));
  return lines.flatMap((line) => [...line.matchAll(/"([a-z_]+\.[a-z_]+)"/g)].map((found) => found[1] ?? ""));
}

const used = new Set(
  fs
    .readdirSync(LIB, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => verbsIn(fs.readFileSync(path.join(LIB, file), "utf8"))),
);

const known = new Set(
  Object.entries(messages.verbs).flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${noun}.${verb}`)),
);

test("every verb that the audit log may hold has words, and every noun a name", () => {
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((verb) => !known.has(verb)).sort()).toEqual([]);
  const nouns = new Set([...used].map((verb) => verb.split(".")[0] ?? ""));
  expect([...nouns].filter((noun) => !(noun in messages.nouns)).sort()).toEqual([]);
});
