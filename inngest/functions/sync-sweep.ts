import { cron, type Inngest } from "inngest";
import type { FunctionDeps } from "@/inngest/deps";

/**
 * Marks sweeps due: daily over the last 48 hours, and weekly, in the night to Sunday, over every id. The next scheduled run of each sync carries them.
 * No retries: a night that is missed is made up for by the next.
 */
export function createSyncSweep(client: Inngest, deps: Pick<FunctionDeps, "markSweeps">) {
  const triggers = [cron(DAILY), cron(WEEKLY)];
  return client.createFunction({ id: "sync-sweep", retries: 0, triggers }, ({ event, step }) =>
    step.run("mark", () => deps.markSweeps(cronOf(event.data) === WEEKLY ? "weekly" : "daily")),
  );
}

const DAILY = "23 2 * * *";
const WEEKLY = "53 2 * * 0";

const cronOf = (data: unknown): unknown =>
  typeof data === "object" && data !== null ? Reflect.get(data, "cron") : undefined;
