import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Refusal } from "./say.mjs";

/** Name of each secret, and how a new one is made. Each is also an environment variable, which wins over the file. */
const makers = {
  /** Signs sessions (better-auth). */
  AUTH_SECRET: () => randomBytes(32).toString("base64url"),
  /** The key that wraps the keys of stored credentials: 32 bytes, base64. */
  NIGHTPOST_MASTER_KEY: () => randomBytes(32).toString("base64"),
  /** HMAC over publications. */
  NIGHTPOST_SIGNING_KEY: () => randomBytes(32).toString("base64"),
  /** Guards the control port of the stand-ins. */
  SANDBOX_CONTROL_SECRET: () => randomBytes(24).toString("base64url"),
};

/** @typedef {Record<keyof typeof makers, string>} Secrets */

/** What a given master key must be. */
const isMasterKey = (/** @type {string} */ text) => Buffer.from(text, "base64").length === 32;

function readFile(/** @type {string} */ file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
}

/** Written beside and renamed, so that a crash leaves the old file or the new one, never half a key. */
function writeFile(/** @type {string} */ file, /** @type {object} */ content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}`;
  fs.writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  fs.renameSync(part, file);
}

/**
 * The secrets: from the environment, else from `secrets.json` in the data directory (mode 0600), else made there.
 * @param {{dir: string, env: Record<string, string | undefined>, mayMake: boolean}} from `mayMake`: false on a database of one's own, where a key that
 *   silently differs from the last machine's would make every stored credential unreadable
 * @returns {Secrets}
 * @throws Refusal that names what is missing
 */
export function loadSecrets({ dir, env, mayMake }) {
  const file = path.join(dir, "secrets.json");
  const kept = readFile(file);
  const names = /** @type {(keyof Secrets)[]} */ (Object.keys(makers));
  const missing = names.filter((name) => !env[name] && !kept[name]);
  const needed = missing.filter((name) => name !== "SANDBOX_CONTROL_SECRET");
  if (needed.length > 0 && !mayMake) {
    throw new Refusal(
      `With a DATABASE_URL of your own, these must be set in the environment or in ${file}: ${needed.join(", ")}.\nMake each with: openssl rand -base64 32`,
    );
  }
  const made = Object.fromEntries(missing.map((name) => [name, makers[name]()]));
  if (missing.length > 0 && mayMake) writeFile(file, { ...kept, ...made });
  if (fs.existsSync(file)) fs.chmodSync(file, 0o600);
  const all = { ...kept, ...made, ...Object.fromEntries(names.flatMap((n) => (env[n] ? [[n, env[n]]] : []))) };
  if (!isMasterKey(all.NIGHTPOST_MASTER_KEY)) {
    throw new Refusal("NIGHTPOST_MASTER_KEY must be 32 bytes in base64. Make one with: openssl rand -base64 32");
  }
  return /** @type {Secrets} */ (Object.fromEntries(names.map((name) => [name, all[name]])));
}
