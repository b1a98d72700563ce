import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashOf } from "../../../scripts/lib/sources.mjs";

let dir = "";
const write = (name: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
  fs.writeFileSync(path.join(dir, name), content);
};
const hash = () => hashOf(dir, ["app", "next.config.ts", "absent.ts"]);

beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-sources-"));
  write("app/page.tsx", "page");
  write("app/deep/layout.tsx", "layout");
  write("next.config.ts", "config");
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test("the same sources have the same hash, whenever they were written and wherever they lie", () => {
  const before = hash();
  fs.utimesSync(path.join(dir, "app/page.tsx"), 1, 1);
  expect(hash()).toBe(before);
  const moved = `${dir}-moved`;
  fs.renameSync(dir, moved);
  dir = moved;
  expect(hash()).toBe(before);
});

test.each([
  ["a changed file", () => write("app/page.tsx", "page2")],
  ["a new file", () => write("app/deep/new.tsx", "")],
  ["a file that went", () => fs.rmSync(path.join(dir, "next.config.ts"))],
  ["a renamed file", () => fs.renameSync(path.join(dir, "app/page.tsx"), path.join(dir, "app/pages.tsx"))],
  ["one that was absent", () => write("absent.ts", "")],
])("%s changes it", (_, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

test("what is not named does not", () => {
  const before = hash();
  write("tests/a.test.ts", "test");
  expect(hash()).toBe(before);
});

test("text that moves from one file to the next changes it", () => {
  write("app/a", "one");
  write("app/b", "two");
  const before = hash();
  write("app/a", "onet");
  write("app/b", "wo");
  expect(hash()).not.toBe(before);
});
