import { type ChildProcess, fork } from "node:child_process";
import path from "node:path";
import { root } from "../../scripts/lib/paths.mjs";
import { sleep } from "../../scripts/lib/processes.mjs";

/** With tsx on a busy machine. */
const START_WITHIN_MS = 60_000;
const LINES_KEPT = 40;

interface Worker {
  name: string;
  child: ChildProcess;
  ready: Promise<void>;
  frozen: boolean;
}

/** Real worker processes (inngest/embedded/main.ts), each with connections that carry its name. */
export class Fleet {
  /** The last lines that workers wrote: what they complain of. */
  readonly words: string[] = [];
  private readonly workers = new Map<string, Worker>();
  private started = 0;

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly databaseUrl: string,
  ) {}

  /** Starts one more. @returns its name once it is ready */
  async start(): Promise<string> {
    this.started++;
    const name = `worker-${this.started}`;
    const url = new URL(this.databaseUrl);
    url.searchParams.set("application_name", name);
    const child = fork(path.join(root, "inngest/embedded/main.ts"), {
      cwd: root,
      execArgv: ["--import", "tsx"],
      env: { ...this.env, PATH: process.env.PATH, DATABASE_URL: url.href },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.stdout?.once("data", () => resolve());
      child.once("exit", () => reject(new Error(`${name} ended before it was ready:\n${this.words.join("\n")}`)));
      setTimeout(() => reject(new Error(`${name} is not ready`)), START_WITHIN_MS).unref();
    });
    // Killed before it is ready: whoever awaits `start` is told, nobody else need be.
    ready.catch(() => {});
    child.stderr?.on("data", (data: Buffer) => this.hear(name, String(data)));
    this.workers.set(name, { name, child, ready, frozen: false });
    child.once("exit", () => this.workers.delete(name));
    await ready;
    return name;
  }

  /** Whether it runs, frozen or not. */
  has(name: string): boolean {
    return this.workers.has(name);
  }

  /** Those that run and are not frozen. */
  awake(): string[] {
    return [...this.workers.values()].filter((worker) => !worker.frozen).map(({ name }) => name);
  }

  /** kill -9; resolves when it is gone. */
  async kill(name: string): Promise<void> {
    const worker = this.workers.get(name);
    if (!worker) return;
    const gone = new Promise((resolve) => worker.child.once("exit", resolve));
    worker.child.kill("SIGKILL");
    await gone;
  }

  freeze(name: string): void {
    const worker = this.workers.get(name);
    if (!worker) return;
    worker.child.kill("SIGSTOP");
    worker.frozen = true;
  }

  thaw(name: string): void {
    const worker = this.workers.get(name);
    if (!worker) return;
    worker.frozen = false;
    worker.child.kill("SIGCONT");
  }

  /** Kills all; nobody is left. */
  async end(): Promise<void> {
    for (const name of [...this.workers.keys()]) await this.kill(name);
    await sleep(0);
  }

  private hear(name: string, text: string): void {
    for (const line of text.trimEnd().split("\n")) this.words.push(`${name}: ${line.slice(0, 600)}`);
    this.words.splice(0, this.words.length - LINES_KEPT);
  }
}
