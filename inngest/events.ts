import { eventType } from "inngest";
import { z } from "zod";

/** Someone asked for a run, whose row exists. The event's id is the run's driver; a second announcement has another id. */
export const runRequested = eventType("sync/run.requested", {
  schema: z.object({ runId: z.string().min(1) }),
  version: "1",
});

/** A notice lies in the outbox and need not wait for the next minute. */
export const alertQueued = eventType("alert/queued", {
  schema: z.object({ alertId: z.string().min(1) }),
  version: "1",
});
