import { runWorker } from "@/inngest/embedded/worker";
import { RunStore } from "./run-store";

/**
 * A worker process over a store in memory, for worker.test.ts: announces one run by itself, whose only leg takes LEG_MS,
 * and tells on stdout when a leg begins and ends.
 */
const legMs = Number(process.env.LEG_MS ?? 0);
const say = (line: string) => process.stdout.write(`${line}\n`);
const store = new RunStore(() => Date.now());
const base = store.deps(async () => {});

await runWorker(async () => ({
  ...base,
  async runLeg({ runId, driver }) {
    say(`leg of ${runId} by ${driver}`);
    await new Promise((resolve) => setTimeout(resolve, legMs));
    say("leg ended");
    return store.runLeg(runId, driver);
  },
  async listen(onRun) {
    const { runId, driver } = store.announce(store.request("sync-a") ?? "");
    setTimeout(() => onRun(runId, driver), 10);
    return async () => {
      say("unlistened");
    };
  },
  async listenForAlerts(onAlert) {
    setTimeout(() => onAlert("alert-1"), 10);
    return async () => void say("unlistened for alerts");
  },
  async deliverAlerts() {
    say("outbox worked off");
    return { delivered: 0 };
  },
  async close() {
    say("closed");
  },
}));
