import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readDocument, root } from "./named-paths";

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

const manifest: Manifest = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));

/** Rows of the tables: package, version, and what is said of it. */
const rows = [...readDocument("docs/dependencies.md").matchAll(/^\| `([^`]+)` \| (\S+) \| (.+?) \| (.+?) \|$/gm)].map(
  ([, name, version, why, drop]) => ({ name, version, why, drop }),
);

test("every package of package.json is there once, with its version, and none more", () => {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  const told = rows.map(({ name, version }) => [name, version]);
  expect(told.toSorted()).toEqual(wanted.toSorted());
});

test("what runs and what checks stand in their own tables", () => {
  const [, runs = "", checks = ""] = readDocument("docs/dependencies.md").split(/^## /m);
  for (const name of Object.keys(manifest.dependencies)) expect(runs).toContain(`| \`${name}\` |`);
  for (const name of Object.keys(manifest.devDependencies)) expect(checks).toContain(`| \`${name}\` |`);
});
