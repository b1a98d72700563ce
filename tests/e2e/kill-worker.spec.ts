import { surviveCrash } from "../support/journey-crash";
import { expect, test } from "../support/prepared-app";

test.use({ instance: { name: "kill-worker", timeScale: 20, customers: 700 } });

test("kill -9 of the worker in mid-run: the run goes on by itself, and nobody is written twice whose answer came", async ({
  prepared,
}) => {
  test.setTimeout(180_000);
  const { app } = prepared;
  await surviveCrash(prepared, async () => {
    const before = app.pids().worker;
    app.kill("worker");
    await expect.poll(() => app.pids().worker ?? before, { timeout: 15_000 }).not.toBe(before);
  });
});
