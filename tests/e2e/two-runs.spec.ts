import { expect, test } from "../support/prepared-app";

test.use({ instance: { name: "two-runs", timeScale: 20, customers: 200 } });

test("Run now twice at once: one works, the other ends as collided, which is no failure", async ({ prepared }) => {
  const { merchant, owner } = prepared;
  const syncId = await merchant.publishSuggested();
  const runIds = await Promise.all([merchant.runNow(syncId), merchant.runNow(syncId)]);
  const runs = await Promise.all(runIds.map((runId) => merchant.untilOver(runId)));
  expect(runs.map((run) => run.state).sort()).toEqual(["collided", "succeeded"]);
  const collided = runs.find((run) => run.state === "collided");
  expect(collided).toMatchObject({ failure: { code: "run.collided" }, failed_attempts: 0 });
  expect((await merchant.counts(collided?.id ?? "")).taken).toBe(0);
  const [sync] = await owner`select state from syncs where id = ${syncId}`;
  expect(sync).toEqual({ state: "active" });
});
