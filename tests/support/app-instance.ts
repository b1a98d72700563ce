import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { checkoutDataDir, root } from "../../scripts/lib/paths.mjs";
import { alive, sleep } from "../../scripts/lib/processes.mjs";
import { readStatus } from "../../scripts/lib/status.mjs";

export type ProcessName = "supervisor" | "web" | "worker" | "sandbox" | "postgres";

/** A running Nightpost of a test's own: the real `scripts/start.mjs` with a data directory and ports of its own. */
export interface AppInstance {
  /** Where a browser reaches it. */
  readonly url: string;
  readonly dataDir: string;
  /** The database owner's connection string. */
  readonly databaseUrl: string;
  readonly sandboxApiUrl: string;
  readonly sandboxControlUrl: string;
  readonly sandboxControlSecret: string;
  /** The processes of this moment; one that is being started again is missing. */
  pids(): Partial<Record<ProcessName, number>>;
  kill(name: ProcessName, signal?: NodeJS.Signals): void;
  /** All that it has printed since it was started. */
  output(): string;
  /** Resolves when the supervisor is gone, with its exit code or signal. */
  ended(): Promise<number | NodeJS.Signals | null>;
  /** Ends it and deletes its data directory, unless the caller gave that. */
  stop(): Promise<void>;
  /** Ends it if it runs, and starts it on the same data and the same port. */
  restart(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  output: string[];
  ended: Promise<number | NodeJS.Signals | null>;
}

const readyMs = 120_000;

/** The environment of a fresh demo: nothing of the caller's that would change it. Ends with the test process, as with npm. */
function demoEnvironment(dataDir: string, port: number, more: Record<string, string>): NodeJS.ProcessEnv {
  const { SMTP_URL, SMTP_FROM, DATABASE_URL, INNGEST_DEV, INNGEST_SIGNING_KEY, APP_URL, HOST, ...rest } = process.env;
  const ports = {
    NIGHTPOST_DATABASE_PORT: "0",
    SANDBOX_API_PORT: "0",
    SANDBOX_CONTROL_PORT: "0",
    SANDBOX_MAIL_PORT: "0",
    PORT: String(port),
  };
  return { ...rest, ...ports, NIGHTPOST_DATA_DIR: dataDir, npm_lifecycle_event: "start", ...more };
}

function launch(env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [path.join(root, "scripts/start.mjs")], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(String(chunk)));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal));
  });
  return { child, output, ended };
}

/** @throws with what it printed when it ends, or is not ready in time */
async function untilReady(running: Running, dataDir: string) {
  for (const deadline = Date.now() + readyMs; Date.now() < deadline; await sleep(50)) {
    const status = readStatus(dataDir);
    if (status?.state === "ready" && status.pids.supervisor === running.child.pid && status.url) return status.url;
    if (running.child.exitCode !== null || running.child.signalCode !== null) break;
  }
  throw new Error(`Nightpost did not become ready:\n${running.output.join("")}`);
}

function statusOf(dataDir: string) {
  const status = readStatus(dataDir);
  if (!status) throw new Error(`No status in ${dataDir}: not running`);
  return status;
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`This instance has no ${what}`);
  return value;
}

/**
 * Starts Nightpost and waits until it is ready (2 to 4 s when the build is fresh; `npm test` builds before).
 * @param options `dir`: a data directory to use and keep; `env`: variables on top
 */
export async function startApp(options: { dir?: string; env?: Record<string, string> } = {}): Promise<AppInstance> {
  const dataDir = options.dir ?? path.join(checkoutDataDir, "e2e", randomBytes(5).toString("hex"));
  let running = launch(demoEnvironment(dataDir, 0, options.env ?? {}));
  const url = await untilReady(running, dataDir);

  const end = async () => {
    const { pid } = running.child;
    if (pid !== undefined && alive(pid)) running.child.kill("SIGTERM");
    await running.ended;
  };
  return {
    url,
    dataDir,
    get databaseUrl() {
      return known(statusOf(dataDir).databaseUrl, "database");
    },
    get sandboxApiUrl() {
      return known(statusOf(dataDir).sandboxApiUrl, "stand-ins");
    },
    get sandboxControlUrl() {
      return known(statusOf(dataDir).sandboxControlUrl, "stand-ins");
    },
    get sandboxControlSecret(): string {
      return JSON.parse(fs.readFileSync(path.join(dataDir, "secrets.json"), "utf8")).SANDBOX_CONTROL_SECRET;
    },
    pids: () => statusOf(dataDir).pids,
    kill: (name, signal = "SIGKILL") => {
      process.kill(known(statusOf(dataDir).pids[name], name), signal);
    },
    output: () => running.output.join(""),
    ended: () => running.ended,
    stop: async () => {
      await end();
      if (options.dir === undefined) fs.rmSync(dataDir, { recursive: true, force: true });
    },
    restart: async () => {
      await end();
      running = launch(demoEnvironment(dataDir, Number(new URL(url).port), options.env ?? {}));
      await untilReady(running, dataDir);
    },
  };
}
