import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "./paths.mjs";
import { signal, untilGone } from "./processes.mjs";
import { say } from "./say.mjs";

const firstGapMs = 200;
const longestGapMs = 30_000;
/** A log longer than this begins anew at the next start; one old file is kept. */
const longestLogBytes = 10_000_000;
/** A child that lived this long starts over with the shortest gap. */
const settledMs = 20_000;

/** How long to wait before the next start: doubles with every short life. */
export const gapAfter = (/** @type {number} */ shortLives) => Math.min(firstGapMs * 2 ** shortLives, longestGapMs);

/**
 * @typedef {object} ChildSpec
 * @property {string} name for people and for its log file
 * @property {string[]} args for node
 * @property {NodeJS.ProcessEnv} env
 * @property {string | undefined} logDir a folder for `NAME.log`; undefined shows its output here
 * @property {() => void} onChange called when its process is another one
 * @property {number} graceMs what it gets to finish when told to end
 */

/** A process that is started again, with a growing gap, until it is told to end. */
export class Child {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #process;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #stopping = false;
  #shortLives = 0;
  /** How often it died. */
  deaths = 0;

  constructor(/** @type {ChildSpec} */ spec) {
    this.spec = spec;
    this.#start();
  }

  /** Its process number, undefined between two lives. */
  get pid() {
    return this.#process?.pid;
  }

  #output() {
    if (!this.spec.logDir) return "inherit";
    fs.mkdirSync(this.spec.logDir, { recursive: true });
    const size = fs.statSync(this.#logFile(), { throwIfNoEntry: false })?.size ?? 0;
    if (size > longestLogBytes) fs.renameSync(this.#logFile(), `${this.#logFile()}.old`);
    return fs.openSync(this.#logFile(), "a", 0o600);
  }

  #logFile() {
    return path.join(this.spec.logDir ?? "", `${this.spec.name}.log`);
  }

  #start() {
    const output = this.#output();
    const preload = new URL("with-parent.mjs", import.meta.url).href;
    const startedAt = Date.now();
    // A session of its own: Ctrl-C in the terminal is for the supervisor, which ends the children in order.
    const child = spawn(process.execPath, ["--import", preload, ...this.spec.args], {
      cwd: root,
      env: this.spec.env,
      detached: true,
      stdio: ["ignore", output, output, "ipc"],
    });
    if (typeof output === "number") fs.closeSync(output);
    this.#process = child;
    child.once("error", (error) => this.#died(error.message, 0)); // no process could be made
    child.once("exit", (code, signalName) => this.#died(signalName ?? code, Date.now() - startedAt));
    this.spec.onChange();
  }

  #died(/** @type {string | number | null} */ how, /** @type {number} */ livedMs) {
    this.#process = undefined;
    if (this.#stopping) return;
    this.deaths++;
    this.#shortLives = livedMs > settledMs ? 0 : this.#shortLives + 1;
    const gapMs = gapAfter(Math.max(0, this.#shortLives - 1));
    const log = this.spec.logDir ? `, see ${path.relative(root, this.#logFile())}` : "";
    say(`${this.spec.name} ended (${how}): starting it again in ${gapMs / 1_000} s${log}`);
    this.spec.onChange();
    this.#timer = setTimeout(() => this.#start(), gapMs);
  }

  /** The last lines it wrote, for an error message. */
  lastWords() {
    if (!this.spec.logDir || !fs.existsSync(this.#logFile())) return "";
    return fs.readFileSync(this.#logFile(), "utf8").trimEnd().split("\n").slice(-15).join("\n");
  }

  /** Ends it: SIGTERM, and SIGKILL to it and what it started when it takes too long. */
  async stop() {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const pid = this.pid;
    if (pid === undefined) return;
    process.kill(pid, "SIGTERM");
    if (!(await untilGone(pid, this.spec.graceMs))) say(`${this.spec.name} does not end: killing it`);
    signal(pid, "SIGKILL");
  }

  /** Ends it at once. */
  kill() {
    this.#stopping = true;
    clearTimeout(this.#timer);
    if (this.pid !== undefined) signal(this.pid, "SIGKILL");
  }
}
