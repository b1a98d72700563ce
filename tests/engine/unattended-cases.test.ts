import { describe, expect, test } from "vitest";
import { buildFunctions } from "@/inngest/build-functions";
import type { FunctionDeps } from "@/inngest/deps";
import type { AppHandler } from "@/inngest/embedded/registration";
import { runRequested } from "@/inngest/events";
import { createSyncRun } from "@/inngest/functions/sync-run";
import { type EmbeddedHarness, type HarnessOptions, startEmbedded } from "./embedded-harness";
import { RunStore, type ScriptedLeg } from "./run-store";
import { VirtualClock } from "./virtual-clock";

const MINUTE_MS = 60_000;

/** Our functions over a store, on an embedded engine; announcements go straight to it. */
async function startOver(store: RunStore, options: HarnessOptions = {}): Promise<EmbeddedHarness> {
  let harness: EmbeddedHarness | undefined;
  const announce = async (runId: string, driver: string) => {
    await harness?.client.send(runRequested.create({ runId }, { id: driver }));
  };
  harness = await startEmbedded((client, clock) => {
    const deps = store.deps(announce);
    const functions = buildFunctions(client, deps).filter((fn) => fn.id() !== "sync-run");
    return [...functions, createSyncRun(client, deps, { now: () => clock.now() })];
  }, options);
  return harness;
}

function storeOn(clock: VirtualClock, script?: ScriptedLeg[]): RunStore {
  return new RunStore(() => clock.now(), script);
}

async function send(harness: EmbeddedHarness, { runId, driver }: { runId: string; driver: string }): Promise<void> {
  await harness.client.send(runRequested.create({ runId }, { id: driver }));
}

describe("cases from the field", () => {
  test.each([
    { how: "one after the other", together: false },
    { how: "all at once", together: true },
  ])("R12: the same step delivered 21 times, $how, has one effect", async ({ together }) => {
    const clock = new VirtualClock();
    const store = storeOn(clock);
    const deliveries: Request[] = [];
    let handler: AppHandler = async () => new Response();
    const harness = await startOver(store, {
      clock,
      wrap: (inner) => {
        handler = inner;
        return (request) => {
          if (request.url.includes("sync-run")) deliveries.push(request.clone());
          return inner(request);
        };
      },
    });
    const runId = store.request("sync-a") ?? "";
    await send(harness, store.announce(runId));
    await harness.engine.idle();
    const [first] = deliveries;
    if (!first) throw new Error("The step was never delivered.");
    const again = Array.from({ length: 20 }, () => () => handler(first.clone()));
    if (together) await Promise.all(again.map((deliver) => deliver()));
    else for (const deliver of again) await deliver();
    expect(store.calls).toHaveLength(21);
    expect(new Set(store.calls.map(({ runId: id, driver }) => `${id} ${driver}`)).size).toBe(1);
    expect([...store.effects]).toEqual([[`${runId}:0`, 1]]);
  });

  test("I1: three batches, a sleep and a retry: one effect per batch", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, ["next", { waitMs: 90_000 }, "throw", "done"]);
    const harness = await startOver(store, { clock });
    const runId = store.request("sync-a") ?? "";
    await send(harness, store.announce(runId));
    await harness.until(() => store.runs.get(runId)?.state === "succeeded");
    expect(store.calls).toHaveLength(5);
    expect([...store.effects.values()]).toEqual([1, 1, 1, 1]);
  });

  test("I2: two triggers, the first asleep: one active run", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, [{ waitMs: 20 * MINUTE_MS }, "done"]);
    const harness = await startOver(store, { clock });
    store.dueMs.set("sync-a", clock.now());
    await harness.until(() => store.runs.get("run-1")?.state === "waiting");
    store.dueMs.set("sync-a", clock.now());
    await harness.pass(2 * MINUTE_MS);
    expect([...store.runs.keys()]).toEqual(["run-1"]);
    expect(store.calls).toHaveLength(1);
    await harness.until(() => store.runs.get("run-1")?.state === "succeeded");
    expect(store.calls).toHaveLength(2);
  });

  test("I2: a run announced again has one driver: the older one's next leg changes nothing", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, [{ waitMs: MINUTE_MS }, { waitMs: 5 * MINUTE_MS }, "done"]);
    const harness = await startOver(store, { clock });
    const runId = store.request("sync-a") ?? "";
    await send(harness, store.announce(runId));
    await harness.until(() => store.runs.get(runId)?.state === "waiting");
    await send(harness, store.announce(runId));
    await harness.until(() => store.runs.get(runId)?.state === "succeeded");
    expect([...store.effects.values()]).toEqual([1, 1, 1]);
    expect(store.calls.filter(({ driver }) => driver === "driver-1")).toHaveLength(2);
  });

  test("I7: the same answer twice does not strand the run", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, ["next", "next", "done"]);
    let repeats = 0;
    let lastSaved: { status: number; text: string } | undefined;
    const harness = await startOver(store, {
      clock,
      wrap: (inner) => async (request) => {
        if (!request.url.includes("sync-run")) return inner(request);
        if (lastSaved && repeats < 3) {
          repeats += 1;
          return new Response(lastSaved.text, { status: lastSaved.status });
        }
        const response = await inner(request);
        if (response.status === 206) lastSaved = { status: 206, text: await response.clone().text() };
        return response;
      },
    });
    const runId = store.request("sync-a") ?? "";
    await send(harness, store.announce(runId));
    await harness.engine.idle();
    expect(repeats).toBe(3);
    expect(store.runs.get(runId)?.state).toBe("succeeded");
    expect([...store.effects.values()]).toEqual([1, 1, 1]);
    expect(harness.engine.liveRuns).toBe(0);
  });

  test("I8: ten ticks that come late become one", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock);
    const harness = await startOver(store, { clock });
    await harness.pass(MINUTE_MS);
    const ticksBefore = store.ticksMs.length;
    store.dueMs.set("sync-a", clock.now());
    store.dueMs.set("sync-b", clock.now());
    clock.freezeFor(10 * MINUTE_MS);
    await harness.pass(0);
    expect(store.ticksMs.length - ticksBefore).toBe(1);
    expect([...store.runs.values()].map(({ sync }) => sync)).toEqual(["sync-a", "sync-b"]);
  });

  test("I8: a server that delivers ten stale ticks in a flurry gets one run per due sync", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, [{ waitMs: MINUTE_MS }, "done"]);
    const deliveries: Request[] = [];
    let handler: AppHandler = async () => new Response();
    const harness = await startOver(store, {
      clock,
      wrap: (inner) => {
        handler = inner;
        return (request) => {
          if (request.url.includes("sync-dispatch")) deliveries.push(request.clone());
          return inner(request);
        };
      },
    });
    store.dueMs.set("sync-a", clock.now());
    await harness.pass(MINUTE_MS);
    const [tick] = deliveries;
    if (!tick) throw new Error("There was no tick.");
    await Promise.all(Array.from({ length: 10 }, () => handler(tick.clone())));
    expect(store.ticksMs.length).toBeGreaterThanOrEqual(11);
    expect([...store.runs.values()].map(({ sync }) => sync)).toEqual(["sync-a"]);
  });

  test("I9: ticks go on after a restart, without anybody registering anything", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock);
    const before = await startOver(store, { clock });
    await before.pass(2 * MINUTE_MS);
    await before.engine.stop(1000);
    const ticksBefore = store.ticksMs.length;
    await before.pass(3 * MINUTE_MS);
    expect([ticksBefore, store.ticksMs.length]).toEqual([2, 2]);
    const after = await startOver(store, { clock });
    await after.pass(3 * MINUTE_MS);
    expect(store.ticksMs.length).toBe(5);
  });

  test("a crash in mid-run: the next engine starts the function anew, and the run goes on from the store", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, ["next", { waitMs: 30 * MINUTE_MS }, "next", "done"]);
    const crashed = await startOver(store, { clock });
    const runId = store.request("sync-a") ?? "";
    await send(crashed, store.announce(runId));
    await crashed.engine.idle();
    expect([...store.effects.values()]).toEqual([1, 1]);
    await crashed.engine.stop(0);

    const next = await startOver(store, { clock });
    await send(next, store.announce(runId));
    await next.until(() => store.runs.get(runId)?.state === "succeeded");
    expect([...store.effects.values()]).toEqual([1, 1, 1, 1]);
  });

  test("after its last leg an event hands over to a new one, and the run goes on", async () => {
    const clock = new VirtualClock();
    const store = storeOn(clock, ["next", "next", "next", "next", "done"]);
    let harness: EmbeddedHarness | undefined;
    harness = await startEmbedded(
      (client) => {
        const announce: Parameters<RunStore["deps"]>[0] = async (runId, driver) => {
          if (harness) await send(harness, { runId, driver });
        };
        const deps: FunctionDeps = store.deps(announce);
        return [createSyncRun(client, deps, { legsPerEvent: 2, now: () => clock.now() })];
      },
      { clock },
    );
    const runId = store.request("sync-a") ?? "";
    await send(harness, store.announce(runId));
    await harness.until(() => store.runs.get(runId)?.state === "succeeded");
    expect(store.announced.map(({ driver }) => driver)).toEqual(["driver-1", "driver-2", "driver-3"]);
    expect([...store.effects.values()]).toEqual([1, 1, 1, 1, 1]);
  });
});
