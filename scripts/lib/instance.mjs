import path from "node:path";
import { build } from "./build.mjs";
import { Child } from "./child.mjs";
import { openDatabase } from "./database.mjs";
import { install } from "./install.mjs";
import { dataDir, inModules } from "./paths.mjs";
import { freePort, isFree, untilListening } from "./ports.mjs";
import { sleep } from "./processes.mjs";
import { runNode } from "./run.mjs";
import { Refusal, say } from "./say.mjs";
import { loadSecrets } from "./secrets.mjs";
import { removeStatus, writeStatus } from "./status.mjs";

/** A child that died this often before it was ever up has a reason that another start does not cure. */
const deathsBeforeGivingUp = 3;
const firstAnswerMs = 120_000;

/** One running Nightpost: database, stand-ins (demo), web and worker, and the order they start and end in. */
export class Instance {
  /** @type {Partial<Record<"sandbox" | "web" | "worker", Child>>} */
  #children = {};
  /** @type {Promise<import("./database.mjs").Database> | undefined} */
  #opening;
  /** @type {import("./database.mjs").Database | undefined} */
  #database;
  /** @type {NodeJS.ProcessEnv} */
  #env = {};
  #ready = false;
  #ended = false;
  /** Where people reach it; undefined until its port is known. @type {string | undefined} */
  url;

  /** @param {import("./settings.mjs").Settings} settings @param {(error: unknown) => void} onLost called when the database is lost for good */
  constructor(settings, onLost) {
    this.settings = settings;
    this.onLost = onLost;
  }

  /**
   * Installs, then does what can be done at the same time: build, stand-ins, database; then demo data and web; then the worker.
   * @throws Refusal for what its user can mend
   */
  async start() {
    const { settings } = this;
    const mayMake = settings.demo;
    this.#env = { ...process.env, ...loadSecrets({ dir: dataDir, env: process.env, mayMake }) };
    this.#env.NODE_ENV = settings.mode === "dev" ? "development" : "production";
    this.#env.NEXT_TELEMETRY_DISABLED = "1";
    if (settings.demo) this.#env.NIGHTPOST_DEMO = "1";
    this.#note();
    await install();
    const building = settings.mode === "dev" ? undefined : build();
    building?.catch(() => {}); // awaited below, where its failure counts
    this.#opening = openDatabase(settings, { onRestart: () => this.#note(), onLost: this.onLost });
    const sandbox = settings.demo ? this.#startSandbox() : undefined;
    sandbox?.catch(() => {});
    this.#database = await this.#opening;
    this.#env.DATABASE_URL = this.#database.url;
    await sandbox;
    const seeding = settings.demo ? this.#seed() : undefined;
    seeding?.catch(() => {});
    await building;
    await this.#startWeb();
    await seeding;
    if (settings.embeddedEngine) this.#run("worker", ["--import", "tsx", "inngest/embedded/main.ts"], 10_000);
    this.#ready = true;
    this.#note();
  }

  /** Ends everything in order: who writes first, then the database. */
  async stop() {
    this.#ended = true;
    const { web, worker, sandbox } = this.#children;
    await Promise.all([web?.stop(), worker?.stop()]);
    await sandbox?.stop(); // after the worker, whose calls in flight it answers
    const database = await this.#opening?.catch(() => undefined);
    await database?.stop();
    removeStatus(dataDir);
  }

  /** Ends everything at once. The database's watchdog ends the database. */
  kill() {
    for (const child of Object.values(this.#children)) child.kill();
  }

  #run(/** @type {"sandbox" | "web" | "worker"} */ name, /** @type {string[]} */ args, /** @type {number} */ graceMs) {
    if (this.#ended) throw new Refusal("Stopped while starting.");
    const { logDir } = this.settings;
    const onChange = () => queueMicrotask(() => this.#note());
    const child = new Child({ name, args, env: { ...this.#env }, logDir, onChange, graceMs });
    this.#children[name] = child;
    return child;
  }

  async #startSandbox() {
    const api = await freePort(this.settings.sandboxApiPort);
    const control = await freePort(this.settings.sandboxControlPort, new Set([api]));
    const mail = await freePort(this.settings.sandboxMailPort, new Set([api, control]));
    // Unless a real mail server is named, the demo's mailbox takes what is sent.
    this.#env.SMTP_URL ||= `smtp://127.0.0.1:${mail}`;
    Object.assign(this.#env, {
      SANDBOX_MAIL_PORT: String(mail),
      SANDBOX_API_PORT: String(api),
      SANDBOX_CONTROL_PORT: String(control),
      SANDBOX_API_URL: `http://127.0.0.1:${api}`,
      SANDBOX_CONTROL_URL: `http://127.0.0.1:${control}`,
      SANDBOX_DATA_DIR: path.join(dataDir, "sandbox"),
    });
    const child = this.#run("sandbox", ["--import", "tsx", "lib/sandbox/main.ts"], 3_000);
    const gaveUp = () => child.deaths >= deathsBeforeGivingUp;
    for (const port of [api, control, mail]) {
      if (await untilListening(port, { gaveUp })) continue;
      throw new Refusal(`The stand-in shop does not start:\n${child.lastWords()}`);
    }
    say(`stand-ins for Shopify and Brevo: port ${api}`);
  }

  /** Demo data, through a script of its own: it is TypeScript, and this is what starts before anything is installed. */
  async #seed() {
    await runNode(["--import", "tsx", "scripts/seed.ts"], { env: this.#env });
  }

  /** Another program may take the port between our look and Next's: then the next one is tried. */
  async #startWeb() {
    const { wantedPort, mode, host } = this.settings;
    for (let port = await freePort(wantedPort); ; port = await freePort(port + 1)) {
      if (wantedPort !== 0 && port !== wantedPort) say(`port ${wantedPort} is busy: using ${port}`);
      this.url = process.env.APP_URL || `http://localhost:${port}`;
      Object.assign(this.#env, { PORT: String(port), APP_URL: this.url });
      const next = [inModules("next/dist/bin/next"), mode, "-p", String(port), "-H", host];
      const web = this.#run("web", next, 3_000);
      if (await this.#untilHealthy(port, web)) return;
      await web.stop();
    }
  }

  /** @returns false when the port went to somebody else */
  async #untilHealthy(/** @type {number} */ port, /** @type {Child} */ web) {
    const host = ["0.0.0.0", "::"].includes(this.settings.host) ? "127.0.0.1" : this.settings.host;
    const deadline = Date.now() + firstAnswerMs;
    for (;;) {
      const answer = await fetch(`http://${host}:${port}/api/health`).catch(() => undefined);
      if (answer?.ok && web.deaths === 0) return true;
      if (web.deaths > 0 && !(await isFree(port))) return false;
      if (this.#ended) throw new Refusal("Stopped while starting.");
      if (web.deaths >= deathsBeforeGivingUp || Date.now() > deadline) {
        throw new Refusal(
          `The web server does not come up (last answer: ${answer?.status ?? "none"}).\n${web.lastWords()}`,
        );
      }
      await sleep(50);
    }
  }

  #note() {
    if (this.#ended) return;
    const { sandbox, web, worker } = this.#children;
    writeStatus(dataDir, {
      state: this.#ready ? "ready" : "starting",
      url: this.url,
      databaseUrl: this.#database?.url,
      sandboxApiUrl: this.#env.SANDBOX_API_URL,
      sandboxControlUrl: this.#env.SANDBOX_CONTROL_URL,
      pids: {
        supervisor: process.pid,
        web: web?.pid,
        worker: worker?.pid,
        sandbox: sandbox?.pid,
        postgres: this.#database?.pid(),
      },
    });
  }
}
