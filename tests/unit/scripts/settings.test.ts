import { expect, test } from "vitest";
import { gapAfter } from "../../../scripts/lib/child.mjs";
import { readSettings } from "../../../scripts/lib/settings.mjs";

const settings = (env: Record<string, string | undefined>) => readSettings("start", env);

test("without a database of one's own it is the demo, with the embedded engine, on port 3000", () => {
  expect(settings({})).toMatchObject({ demo: true, embeddedEngine: true, wantedPort: 3000, host: "127.0.0.1" });
  expect(settings({ DATABASE_URL: "" })).toMatchObject({ demo: true, databaseUrl: undefined });
});

test("with one, demo data comes only when asked for, and the log goes to the console", () => {
  const own = { DATABASE_URL: "postgres://a@b/c" };
  expect(settings(own)).toMatchObject({ demo: false, logDir: undefined });
  expect(settings({ ...own, NIGHTPOST_DEMO: "1" })).toMatchObject({ demo: true });
  expect(settings({ ...own, NIGHTPOST_DEMO: "0" })).toMatchObject({ demo: false });
});

test.each([{ INNGEST_DEV: "1" }, { INNGEST_SIGNING_KEY: "signkey-x" }])(
  "%o leaves the engine to an Inngest server",
  (env) => {
    expect(settings(env).embeddedEngine).toBe(false);
  },
);

test("INNGEST_DEV=0 does not", () => {
  expect(settings({ INNGEST_DEV: "0" }).embeddedEngine).toBe(true);
});

test.each(["http", "70000", "-1", "30.5"])("PORT=%s is refused by name", (PORT) => {
  expect(() => settings({ PORT })).toThrow(/PORT must be a port number/);
});

test("a child that keeps dying is started with a growing gap, at most half a minute", () => {
  const gaps = Array.from({ length: 12 }, (_, lives) => gapAfter(lives));
  expect(gaps[0]).toBe(200);
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(gaps.at(-1)).toBe(30_000);
});
