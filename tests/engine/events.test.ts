import { expect, test } from "vitest";
import { alertQueued, runRequested } from "@/inngest/events";

test("events carry an id and no record, and say their version", async () => {
  const event = runRequested.create({ runId: "run-1" }, { id: "driver-1" });
  await expect(event.validate()).resolves.toBeUndefined();
  expect(event).toMatchObject({ name: "sync/run.requested", v: "1", id: "driver-1", data: { runId: "run-1" } });
  await expect(alertQueued.create({ alertId: "alert-1" }).validate()).resolves.toBeUndefined();
});

test("events without their id are refused before they are sent", async () => {
  await expect(runRequested.create({ runId: "" }).validate()).rejects.toThrow();
  await expect(alertQueued.create({ alertId: "" }).validate()).rejects.toThrow();
});
