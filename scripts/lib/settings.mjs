import path from "node:path";
import { dataDir } from "./paths.mjs";
import { Refusal } from "./say.mjs";

/** Whether a variable says yes. */
const isOn = (/** @type {string | undefined} */ text) => text !== undefined && !["", "0", "false"].includes(text);

function readPort(/** @type {string} */ name, /** @type {string | undefined} */ text, /** @type {number} */ fallback) {
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Refusal(`${name} must be a port number (0 for any), and is "${text}".`);
}

/**
 * What the environment asks for.
 * @typedef {ReturnType<typeof readSettings>} Settings
 * @param {"start" | "dev"} mode
 * @param {Record<string, string | undefined>} env
 */
export function readSettings(mode, env) {
  const databaseUrl = env.DATABASE_URL || undefined;
  const demo = databaseUrl === undefined || isOn(env.NIGHTPOST_DEMO);
  return {
    mode,
    /** Ours to run when undefined. */
    databaseUrl,
    /** Demo workspace, stand-ins, sign-in with one click. */
    demo,
    /** Whether our worker runs the engine; else an Inngest server calls /api/inngest. */
    embeddedEngine: !isOn(env.INNGEST_DEV) && !env.INNGEST_SIGNING_KEY,
    host: env.HOST || "127.0.0.1",
    wantedPort: readPort("PORT", env.PORT, 3_000),
    databasePort: readPort("NIGHTPOST_DATABASE_PORT", env.NIGHTPOST_DATABASE_PORT, 54_329),
    sandboxApiPort: readPort("SANDBOX_API_PORT", env.SANDBOX_API_PORT, 4_310),
    sandboxMailPort: readPort("SANDBOX_MAIL_PORT", env.SANDBOX_MAIL_PORT, 4_312),
    sandboxControlPort: readPort("SANDBOX_CONTROL_PORT", env.SANDBOX_CONTROL_PORT, 4_311),
    /** A quiet terminal for the demo; a server's log goes to the console, where its host collects it. */
    logDir: demo && mode === "start" && env.LOG_TO !== "console" ? path.join(dataDir, "logs") : undefined,
  };
}

/** @throws Refusal on a Node that is too old */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Refusal(`Node.js 20.19 or newer is needed; this is ${process.version}.`);
  }
}
