import fs from "node:fs";
import path from "node:path";
import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { keysIn } from "./source-keys";

const ROOT = path.resolve(import.meta.dirname, "../../..");

function sourcesIn(folder: string): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).flatMap((file) => {
    const full = path.join(ROOT, folder, file);
    return /\.tsx?$/.test(file) && fs.statSync(full).isFile() ? [fs.readFileSync(full, "utf8")] : [];
  });
}

function flatten(messages: object, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

const used = keysIn("");
for (const source of ["app", "components", "lib"].flatMap(sourcesIn)) {
  const found = keysIn(source);
  for (const kind of ["exact", "prefixes", "literals"] as const) for (const key of found[kind]) used[kind].add(key);
}
const english = new Map(flatten(await loadMessages("en", ROOT)));

/** An error's words are found by its code: `errors.name` by "name", `space.errors.name` by "space.name". */
function codeOf(key: string): string | undefined {
  const [space, errors, name] = key.split(".");
  if (space === "errors" && name === undefined) return errors;
  return errors === "errors" && name !== undefined ? `${space}.${name}` : undefined;
}

function isUsed(key: string): boolean {
  if (used.exact.has(key) || used.literals.has(key)) return true;
  const code = codeOf(key);
  if (code !== undefined && used.literals.has(code)) return true;
  return [...used.prefixes].some((prefix) => key.startsWith(prefix));
}

describe("messages", () => {
  it("has every key that a source asks for", () => {
    expect([...used.exact].filter((key) => !english.has(key)).sort()).toEqual([]);
  });

  it("has something for every key that is put together at run time", () => {
    const keys = [...english.keys()];
    expect([...used.prefixes].filter((prefix) => !keys.some((key) => key.startsWith(prefix)))).toEqual([]);
  });

  it("has no key that nothing asks for", () => {
    expect([...english.keys()].filter((key) => !isUsed(key)).sort()).toEqual([]);
  });

  it("formats every number: none is put in bare, where 1202 would stand for 1,202", () => {
    const numeric = /\{(number|count|total|all|rows|pages?|read|taken|pending|covers|limit|used|done|minutes|max)\}/;
    expect([...english].filter(([, words]) => numeric.test(words))).toEqual([]);
    expect(numeric.test("Page {page} of {pages, number}")).toBe(true);
  });

  it("finds enough uses for these tests to mean something", () => {
    expect(used.exact.size).toBeGreaterThan(40);
    expect(keysIn(['const t = useTranslations("a");', 't("b"); t(`c.$', "{d}`);"].join(""))).toMatchObject({
      exact: new Set(["a.b"]),
      prefixes: new Set(["a.c."]),
    });
  });

  it("takes the nearest `t` above, also one that was handed over", () => {
    const two = 'const t = useTranslations("a");\nt("x");\nconst t = await getTranslations("b");\nt("y")';
    expect([...keysIn(two).exact]).toEqual(["a.x", "b.y"]);
    const handed = 'function say(t: ReturnType<typeof useTranslations<"c">>) { return t.rich("z", {}); }';
    expect([...keysIn(handed).exact]).toEqual(["c.z"]);
  });
});

describe.each(LOCALES)("messages in %s", (locale) => {
  it("has the same keys as English", async () => {
    const keys = flatten(await loadMessages(locale, ROOT)).map(([key]) => key);
    expect(keys.sort()).toEqual([...english.keys()].sort());
  });

  it("is valid ICU", async () => {
    const broken: string[] = [];
    const messages = await loadMessages(locale, ROOT);
    const say = createTranslator({ locale, messages, onError: (error) => broken.push(error.message) });
    for (const [key] of flatten(messages)) say(key as never);
    expect(broken.filter((message) => message.includes("INVALID_MESSAGE"))).toEqual([]);
  });
});
