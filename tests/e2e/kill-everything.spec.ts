import { alive } from "../../scripts/lib/processes.mjs";
import type { ProcessName } from "../support/app-instance";
import { surviveCrash } from "../support/journey-crash";
import { expect, test } from "../support/prepared-app";

test.use({ instance: { name: "kill-everything", timeScale: 20, customers: 700 } });

test("kill -9 of everything in mid-run: after the next start the run goes on, and nobody is written twice whose answer came", async ({
  prepared,
}) => {
  test.setTimeout(180_000);
  const { app } = prepared;
  await surviveCrash(prepared, async () => {
    const pids = app.pids();
    const names: ProcessName[] = ["supervisor", "worker", "web", "sandbox", "postgres"];
    for (const name of names) app.kill(name, "SIGKILL");
    await expect.poll(() => Object.values(pids).filter(alive), { timeout: 10_000 }).toEqual([]);
    await app.restart();
  });
});
