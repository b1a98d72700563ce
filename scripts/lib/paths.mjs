import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository root. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

// Everything below reads process.env, and a .env file counts as environment for every process, not for Next alone.
const envFile = path.join(root, ".env");
if (fs.existsSync(envFile)) process.loadEnvFile(envFile);

/** Where this instance keeps its database, secrets, locks and logs; NIGHTPOST_DATA_DIR moves it (relative to the root). */
export const dataDir = path.resolve(root, process.env.NIGHTPOST_DATA_DIR ?? ".data");

/** Where what belongs to the checkout is kept (build lock, test clusters, reports), whatever the instance. */
export const checkoutDataDir = path.join(root, ".data");

/** Absolute path of a file inside node_modules. */
export const inModules = (/** @type {string} */ file) => path.join(root, "node_modules", file);
