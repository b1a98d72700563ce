import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createSandboxControl } from "@/lib/sandbox/client";

const root = path.resolve(import.meta.dirname, "../../..");
const secret = "a-secret-of-the-tests";
const children: ChildProcess[] = [];
const dirs: string[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const dir of dirs.splice(0)) fs.rmSync(dir, { recursive: true });
});

async function launch(dataDir: string, ipc = false) {
  const child = spawn(process.execPath, ["--import", "tsx", "lib/sandbox/main.ts"], {
    cwd: root,
    env: {
      ...process.env,
      SANDBOX_API_PORT: "0",
      SANDBOX_CONTROL_PORT: "0",
      SANDBOX_CONTROL_SECRET: secret,
      SANDBOX_DATA_DIR: dataDir,
    },
    stdio: ipc ? ["ignore", "pipe", "inherit", "ipc"] : ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (data: Buffer) => resolve(String(data))),
  );
  const ready = JSON.parse(line) as { ready: boolean; apiUrl: string; controlUrl: string };
  return { child, exited, ready, control: createSandboxControl({ controlUrl: ready.controlUrl, secret }) };
}

function tempDir(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-process-"));
  dirs.push(dir);
  return dir;
}

describe("the sandbox as a process", () => {
  it("loses nothing that a caller was told when it is killed with -9", { timeout: 30_000 }, async () => {
    const dataDir = tempDir();
    const first = await launch(dataDir);
    expect(first.ready.ready).toBe(true);
    const told: string[] = [];
    const writing = (async () => {
      for (;;) told.push((await first.control.shopify.createCustomer({ firstName: "Zoë" })).id);
    })().catch(() => undefined);
    while (told.length < 40) await new Promise((resolve) => setTimeout(resolve, 5));
    first.child.kill("SIGKILL");
    await Promise.all([first.exited, writing]);
    const second = await launch(dataDir);
    const kept = new Set((await second.control.shopify.truth()).customers.map(({ id }) => id));
    expect(told.filter((id) => !kept.has(id))).toEqual([]);
    expect(kept.size - told.length).toBeLessThanOrEqual(1);
  });

  it("leaves when its parent is gone", { timeout: 30_000 }, async () => {
    const { child, exited } = await launch(tempDir(), true);
    child.disconnect();
    await exited;
    expect(child.exitCode).toBe(0);
  });
});
