import { type Database, database, inWorkspace } from "./client";
import { RUN_CHANNEL } from "./run-requests";
import { runWorkspace } from "./system";

/**
 * Hears announcements of runs. Where several processes listen, one alone is called: the one that noted first on the run's row that it heard. One that is
 * missed is made again by the dispatcher.
 * @param onError told when an announcement could not be looked up; listening goes on, also over lost connections
 * @returns stops listening
 */
export async function listenForRuns(
  onRun: (runId: string, driver: string) => void,
  onError: (error: unknown) => void,
  db: Database = database(),
): Promise<() => Promise<void>> {
  const listening = await db.$client.listen(RUN_CHANNEL, (payload) => {
    const heard = parse(payload);
    if (heard === null) return;
    takeAnnouncement(heard.runId, heard.driver, db)
      .then((mine) => mine && onRun(heard.runId, heard.driver))
      .catch(onError);
  });
  return () => listening.unlisten();
}

/** Notes that this process heard the announcement. @returns false when another did, or a newer announcement replaced it */
export async function takeAnnouncement(runId: string, driver: string, db: Database = database()): Promise<boolean> {
  const workspaceId = await runWorkspace(runId, db);
  if (workspaceId === null) return false;
  return inWorkspace(
    workspaceId,
    async ({ raw }) => {
      const taken = await raw`
        update runs set heard_at = clock_timestamp()
        where id = ${runId} and driver = ${driver} and heard_at is null and finished_at is null`;
      return taken.count === 1;
    },
    db,
  );
}

/** Anyone with a connection may notify: what is not ours is left alone. */
function parse(payload: string): { runId: string; driver: string } | null {
  try {
    const { runId, driver } = JSON.parse(payload);
    const isId = (text: unknown) => typeof text === "string" && /^[0-9a-f-]{36}$/.test(text);
    return isId(runId) && isId(driver) ? { runId, driver } : null;
  } catch {
    return null;
  }
}
