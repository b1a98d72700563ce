import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";

const file = path.join(import.meta.dirname, "worker-process.ts");
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** Forks a worker process, as the start script does. */
function start(env: Record<string, string> = {}) {
  const child = fork(file, {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...env },
  });
  children.push(child);
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  // Not "close": Node never emits it for a child that the parent disconnected from.
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const silent = new Promise((resolve) => child.stdout?.once("end", resolve));
  const ended = Promise.all([exited, silent]).then(([code]) => ({ code, lines: output.trim().split("\n") }));
  const said = async (line: string) => {
    for (
      const endMs = Date.now() + 20_000;
      !output.includes(line);
      await new Promise((resolve) => setTimeout(resolve, 10))
    )
      if (Date.now() > endMs) throw new Error(`It never said "${line}": ${output}`);
  };
  return { child, said, ended };
}

describe("the worker process", () => {
  test("says when it is ready, runs what is announced, and lets the leg in flight finish on SIGTERM", async () => {
    const { child, said, ended } = start({ LEG_MS: "500" });
    await said("leg of");
    child.kill("SIGTERM");
    const { code, lines } = await ended;
    expect(code).toBe(0);
    expect(lines.filter((line) => !line.includes("outbox") && !line.includes("alerts"))).toEqual([
      JSON.stringify({ ready: true }),
      "leg of run-1 by driver-1",
      "unlistened",
      "leg ended",
      "closed",
    ]);
    expect(lines).toContain("outbox worked off");
    expect(lines).toContain("unlistened for alerts");
  }, 30_000);

  test("ends at once on a second signal", async () => {
    const { child, said, ended } = start({ LEG_MS: "60000" });
    await said("leg of");
    child.kill("SIGTERM");
    await said("unlistened");
    child.kill("SIGTERM");
    const { code, lines } = await ended;
    expect([code, lines.includes("leg ended")]).toEqual([1, false]);
  }, 30_000);

  test("ends at once when its parent is gone", async () => {
    const { child, said, ended } = start({ LEG_MS: "60000" });
    await said("leg of");
    child.disconnect();
    const { code, lines } = await ended;
    expect([code, lines.includes("leg ended")]).toEqual([0, false]);
  }, 30_000);
});
