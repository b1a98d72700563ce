import path from "node:path";
import { dataDir } from "./paths.mjs";
import { startPostgres } from "./postgres/start.mjs";
import { say } from "./say.mjs";

/**
 * @typedef {{url: string, pid: () => number | undefined, stop: () => Promise<void>}} Database
 * @param {import("./settings.mjs").Settings} settings
 * @param {{onRestart: () => void, onLost: (error: unknown) => void}} on
 * @returns {Promise<Database>} reachable and migrated
 */
export async function openDatabase(settings, on) {
  const given = settings.databaseUrl;
  if (given !== undefined) {
    const { checkServer, migrateUp } = await import("./migrate.mjs");
    await checkServer(given);
    await migrateUp(given);
    say("database: the one in DATABASE_URL, migrated");
    return { url: given, pid: () => undefined, stop: async () => {} };
  }
  const postgres = await startPostgres({ dir: path.join(dataDir, "postgres"), port: settings.databasePort, ...on });
  try {
    const { ensureDatabase, migrateUp } = await import("./migrate.mjs");
    await ensureDatabase(postgres.url("postgres"), "nightpost");
    await migrateUp(postgres.url("nightpost"));
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  say(`database: embedded PostgreSQL on port ${postgres.port}, migrated`);
  return { url: postgres.url("nightpost"), pid: postgres.pid, stop: postgres.stop };
}
