import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import rules from "../../.dependency-cruiser.mjs";
import { root } from "../../scripts/lib/paths.mjs";
import { cruiseFiles, type Violation } from "../support/boundaries-cruise";
import { findImpurities } from "../support/boundaries-purity";

/** One file for each rule, which breaks that rule and no other. The file is the first of each entry. */
const violations: Record<string, [file: string, content: string]> = {
  "no-circular": ["lib/kernel/circle-a.ts", 'import { b } from "./circle-b"; export const a = () => b;'],
  "no-unresolvable": ["lib/kernel/lost.ts", 'import "./nowhere";'],
  "kernel-is-the-ground": ["lib/kernel/up.ts", 'import "@/lib/rules/fine";'],
  "rules-on-kernel": ["lib/rules/up.ts", 'import "@/lib/runner/fine";'],
  "runner-on-rules": ["lib/runner/up.ts", 'import type { x } from "@/lib/db/fine"; export type Y = typeof x;'],
  "pure-without-packages": ["lib/runner/database.ts", 'import "postgres";'],
  "pure-without-io": ["lib/rules/files.ts", 'import "node:fs";'],
  "adapters-below-use-cases": ["lib/db/up.ts", 'import "@/lib/use-cases/fine";'],
  "use-cases-below-transport": ["lib/use-cases/up.ts", 'import "@/inngest/fine";'],
  "engine-without-pages": ["inngest/pages.ts", 'import "@/components/fine";'],
  "engine-without-next": ["inngest/next.ts", 'import "next/headers";'],
  "components-without-data": ["components/data.ts", 'import "@/lib/db/fine";'],
  "app-is-thin": ["app/data.ts", 'import "@/lib/db/fine";'],
  "sandbox-apart": ["lib/use-cases/sandbox-user.ts", 'import "@/lib/sandbox/fine";'],
  "sandbox-on-its-own": ["lib/sandbox/shares.ts", 'import "@/lib/connectors/fine";'],
  "engine-behind-one-route": ["app/engine.ts", 'import "@/inngest/fine";'],
  "no-test-code": ["components/tests.ts", 'import "../tests/fine";'],
};

const fineFolders = ["kernel", "rules", "runner", "db", "connectors", "use-cases", "sandbox"].map(
  (name) => `lib/${name}`,
);
const fine = [...fineFolders, "inngest", "components", "tests"].map((dir) => [`${dir}/fine.ts`, "export const x = 1;"]);
/** What the same places may do. */
const allowed = {
  "lib/runner/good.ts": 'import "node:crypto"; import "zod"; import "@/lib/rules/fine"; import "@/lib/kernel/fine";',
  "lib/db/good.ts": 'import "postgres"; import "@/lib/runner/fine";',
  "lib/use-cases/good.ts": 'import "@/lib/db/fine"; import "@/lib/connectors/fine";',
  "app/good.ts": 'import "@/lib/use-cases/fine"; import "@/components/fine";',
  "app/api/inngest/route.ts": 'import "@/inngest/fine";',
  "lib/use-cases/sandbox/good.ts": 'import "@/lib/sandbox/fine";',
  "lib/kernel/circle-b.ts": 'import { a } from "./circle-a"; export const b = () => a;',
};

describe("imports go one way", () => {
  let found: Violation[] = [];
  beforeAll(async () => {
    found = await cruiseFiles({
      ...Object.fromEntries(fine),
      ...allowed,
      ...Object.fromEntries(Object.values(violations)),
    });
  }, 60_000);

  test("every rule has its deliberate violation", () => {
    expect(Object.keys(violations).toSorted()).toEqual(rules.forbidden.map((rule) => rule.name).toSorted());
  });

  test.each(Object.entries(violations))("%s bites", (rule, [file]) => {
    expect(found.filter(({ from }) => from === file).map((violation) => violation.rule)).toEqual([rule]);
  });

  test("what is allowed passes", () => {
    const innocent = Object.keys(allowed).filter((file) => file !== "lib/kernel/circle-b.ts");
    expect(found.filter(({ from }) => innocent.includes(from) || from.endsWith("fine.ts"))).toEqual([]);
  });
});

describe("kernel, rules and runner are pure", () => {
  test.each([
    ["Date.now", "const t = Date.now();"],
    ["Date.now", "export const f = (now = Date.now) => now();"],
    ["Math.random", "class A { x = Math.random() }"],
    ["process", "const e = process.env.HOME;"],
    ["process", "const e = process['env'];"],
    ["fetch", "export const get = async () => (await fetch('x')) as Response;"],
    ["setTimeout", "new Promise((resolve) => setTimeout(resolve, 1));"],
    ["setInterval", "const clock = { start: setInterval };"],
    ["new Date()", "const d = new Date();"],
    ["Date()", "const d = Date();"],
    ["globalThis", "globalThis.fetch('x');"],
    ["crypto.randomUUID", "crypto.randomUUID();"],
    ["randomUUID", 'import { randomUUID } from "node:crypto";'],
    ["randomBytes", 'import { randomBytes as bytes } from "node:crypto";'],
  ])("%s is found in: %s", (name, source) => {
    expect(findImpurities(source)).toEqual([name]);
  });

  test.each([
    "const d = new Date(0); const m = Math.max(1, d.getTime());",
    "interface Ports { fetch(url: string): void; process: string; clock: { now(): Date } }",
    "const ports = { fetch: 1, process: 2 }; ports.fetch; ports.process;",
    "type F = typeof fetch; let x: Date;",
    'import { createHmac } from "node:crypto";',
  ])("nothing is found in: %s", (source) => {
    expect(findImpurities(source)).toEqual([]);
  });

  test.each(["kernel", "rules", "runner"])("lib/%s", (name) => {
    const dir = path.join(root, "lib", name);
    const files = fs.readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const impure = files.flatMap((file) =>
      findImpurities(fs.readFileSync(path.join(dir, file), "utf8")).map((what) => `lib/${name}/${file}: ${what}`),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(impure).toEqual([]);
  });
});
