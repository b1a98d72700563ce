import { announceRun } from "@/lib/dispatch/announce-run";

/** Announces a run that stands in the database. One that fails is made again by the dispatcher, so the person who asked is not told of it. */
export async function announceRequested(workspaceId: string, runId: string): Promise<void> {
  try {
    await announceRun(workspaceId, runId);
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    console.error(JSON.stringify({ level: "warn", event: "announcement_failed", runId, name }));
  }
}
