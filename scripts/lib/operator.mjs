import { dataDir } from "./paths.mjs";
import { Refusal } from "./say.mjs";
import { loadSecrets } from "./secrets.mjs";
import { readStatus } from "./status.mjs";

/**
 * Gives this process the database and the keys of the installation, so that an operator's command does what the app would: the database of `DATABASE_URL`,
 * else that of the instance which runs here.
 * @throws Refusal when there is neither
 */
export function adoptInstallation() {
  const databaseUrl = process.env.DATABASE_URL || readStatus(dataDir)?.databaseUrl;
  if (!databaseUrl) {
    throw new Refusal("No database: set DATABASE_URL, or start Nightpost here first (npm start).");
  }
  Object.assign(process.env, loadSecrets({ dir: dataDir, env: process.env, mayMake: false }));
  process.env.DATABASE_URL = databaseUrl;
  // Nobody is served by a command.
  process.env.APP_URL ||= "http://localhost";
}
