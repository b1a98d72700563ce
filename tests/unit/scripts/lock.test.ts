import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "../../../scripts/lib/lock.mjs";
import { alive, birthOf, untilGone } from "../../../scripts/lib/processes.mjs";

let dir = "";
let other: ChildProcess;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-lock-"));
  other = spawn("sleep", ["60"]);
});
afterEach(() => {
  other.kill("SIGKILL");
  fs.rmSync(dir, { recursive: true });
});

const lockFile = () => path.join(dir, "deep", "app.lock");
function heldBy(pid: number, birth: string): void {
  fs.mkdirSync(path.dirname(lockFile()), { recursive: true });
  fs.writeFileSync(lockFile(), JSON.stringify({ pid, birth }));
}

test("a free lock is ours, readable by us alone, and gone when released", async () => {
  const lock = await takeLock(lockFile());
  expect(lock).toMatchObject({ mine: true, tookOver: false });
  expect(fs.statSync(lockFile()).mode & 0o777).toBe(0o600);
  if (lock.mine) lock.release();
  expect(fs.existsSync(lockFile())).toBe(false);
});

test("a living owner keeps its lock", async () => {
  const pid = other.pid as number;
  heldBy(pid, birthOf(pid));
  expect(await takeLock(lockFile())).toMatchObject({ mine: false, other: { pid } });
});

test("a dead owner's lock is taken over", async () => {
  const pid = other.pid as number;
  heldBy(pid, birthOf(pid));
  other.kill("SIGKILL");
  expect(await untilGone(pid, 2_000)).toBe(true);
  expect(await takeLock(lockFile())).toMatchObject({ mine: true, tookOver: true });
});

test("a stranger that got the owner's number after a reboot does not hold the lock", async () => {
  const pid = other.pid as number;
  expect(alive(pid)).toBe(true);
  heldBy(pid, "another boot 12345");
  expect(await takeLock(lockFile())).toMatchObject({ mine: true, tookOver: true });
});

test("a lock that was never written to its end is taken over", async () => {
  fs.mkdirSync(path.dirname(lockFile()));
  fs.writeFileSync(lockFile(), '{"pid":');
  expect(await takeLock(lockFile())).toMatchObject({ mine: true });
});

test("of eight processes that find a dead owner's lock, one gets it", async () => {
  heldBy(2 ** 22 + 1, "nobody");
  const module = JSON.stringify(new URL("../../../scripts/lib/lock.mjs", import.meta.url).href);
  const script = `const {takeLock} = await import(${module}); const lock = await takeLock(${JSON.stringify(lockFile())}); console.log(lock.mine ? "mine" : "theirs"); setTimeout(() => {}, 1500);`;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
      return new Promise<string>((resolve) => child.stdout.once("data", (text) => resolve(String(text).trim())));
    }),
  );
  expect(answers.filter((answer) => answer === "mine")).toHaveLength(1);
}, 20_000);
