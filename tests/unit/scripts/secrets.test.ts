import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSecrets } from "../../../scripts/lib/secrets.mjs";

let dir = "";
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-secrets-"));
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

const file = () => path.join(dir, "secrets.json");
const own = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64");

test("made once, kept in a file that only its owner reads", () => {
  const first = loadSecrets({ dir, env: {}, mayMake: true });
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(dir)).toEqual(["secrets.json"]);
  expect(Buffer.from(first.NIGHTPOST_MASTER_KEY, "base64")).toHaveLength(32);
  expect(new Set(Object.values(first)).size).toBe(4);
  expect(loadSecrets({ dir, env: {}, mayMake: true })).toEqual(first);
});

test("a file that others could read is closed again", () => {
  loadSecrets({ dir, env: {}, mayMake: true });
  fs.chmodSync(file(), 0o644);
  loadSecrets({ dir, env: {}, mayMake: true });
  expect(fs.statSync(file()).mode & 0o777).toBe(0o600);
});

test("the environment wins and is not written down", () => {
  const key = own(32);
  const secrets = loadSecrets({ dir, env: { NIGHTPOST_MASTER_KEY: key }, mayMake: true });
  expect(secrets.NIGHTPOST_MASTER_KEY).toBe(key);
  expect(fs.readFileSync(file(), "utf8")).not.toContain(key);
});

test("on a database of one's own nothing is made up: what is missing is named, and no value is", () => {
  const env = { AUTH_SECRET: "a-secret-of-somebody", NIGHTPOST_SIGNING_KEY: own(32) };
  const load = () => loadSecrets({ dir, env, mayMake: false });
  expect(load).toThrow(/NIGHTPOST_MASTER_KEY/);
  expect(load).not.toThrow(/AUTH_SECRET|a-secret-of-somebody/);
  expect(fs.existsSync(file())).toBe(false);
});

test("the file of an earlier start serves a database of one's own", () => {
  const made = loadSecrets({ dir, env: {}, mayMake: true });
  expect(loadSecrets({ dir, env: {}, mayMake: false })).toEqual(made);
});

test("a master key of another length is refused", () => {
  expect(() => loadSecrets({ dir, env: { NIGHTPOST_MASTER_KEY: own(16) }, mayMake: true })).toThrow(/32 bytes/);
});
