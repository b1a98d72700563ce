import { cron, type Inngest, type InngestFunction } from "inngest";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "./embedded-harness";

type Options = Parameters<Inngest["createFunction"]>[0];
const triggers = [{ event: "sample/any" }];

/** The types of 4.24 do not know it, the SDK passes it on. */
const withJitter = { ...cron("* * * * *"), jitter: "10s" };

/** Registers one function with these options. */
function register(options: Partial<Options>) {
  return startEmbedded((client) => [client.createFunction({ id: "asking", triggers, ...options }, () => {})]);
}

describe("what the embedded engine does not do is refused before anything runs", () => {
  test.each<[string, Partial<Options>]>([
    ["concurrency", { concurrency: { limit: 1, key: "event.data.id" } }],
    ["singleton", { singleton: { mode: "skip" } }],
    ["debounce", { debounce: { period: "1s" } }],
    ["batchEvents", { batchEvents: { maxSize: 10, timeout: "1s" } }],
    ["rateLimit", { rateLimit: { limit: 1, period: "1s" } }],
    ["throttle", { throttle: { limit: 1, period: "1s" } }],
    ["priority", { priority: { run: "100" } }],
    ["cancel", { cancelOn: [{ event: "sample/stop" }] }],
    ["timeouts", { timeouts: { finish: "1m" } }],
    ["idempotency", { idempotency: "event.data.id" }],
    ["expression", { triggers: [{ event: "sample/any", if: "event.data.n > 1" }] }],
    ["inngest/function.finished", { triggers: [{ event: "inngest/function.finished" }] }],
    ["cron", { triggers: [cron("every now and then")] }],
    ["cron", { triggers: [cron("TZ=Atlantis/Capital * * * * *")] }],
    ["jitter", { triggers: [withJitter] }],
    ["sample/", { triggers: [{ event: "sample/*" }] }],
    ["triggers", { triggers: [] }],
  ])("%s", async (word, options) => {
    await expect(register(options)).rejects.toThrow(new RegExp(`asking.*${word}`));
  });

  test("control: the same function without them is taken", async () => {
    const { engine } = await register({ retries: 2 });
    expect(engine.liveRuns).toBe(0);
  });
});

describe("what a function only asks for while it runs fails the run, loudly", () => {
  const runOne = async (build: (client: Inngest) => InngestFunction.Any) => {
    const harness = await startEmbedded((client) => [build(client)]);
    await harness.client.send({ name: "sample/any" });
    await harness.until(() => harness.notices.length > 0);
    expect(harness.engine.liveRuns).toBe(0);
    return harness.notices;
  };

  test("waitForEvent", async () => {
    const notices = await runOne((client) =>
      client.createFunction({ id: "asking", triggers }, ({ step }) =>
        step.waitForEvent("wait", { event: "sample/other", timeout: "1m" }),
      ),
    );
    expect(notices).toEqual([
      {
        what: "run-failed",
        fn: "nightpost-asking",
        error: 'UnknownOp: The embedded engine does not do "WaitForEvent".',
      },
    ]);
  });

  test("invoke", async () => {
    const notices = await runOne((client) => {
      const other = client.createFunction({ id: "other", triggers: [{ event: "sample/other" }] }, () => 1);
      return client.createFunction({ id: "asking", triggers }, ({ step }) => step.invoke("call", { function: other }));
    });
    expect(notices[0]?.error).toContain("InvokeFunction");
  });

  test("racing parallel steps", async () => {
    const notices = await runOne((client) =>
      client.createFunction({ id: "asking", triggers }, ({ step, group }) =>
        group.parallel({ mode: "race" }, () => Promise.race([step.run("a", () => 1), step.run("b", () => 2)])),
      ),
    );
    expect(notices[0]?.error).toContain("parallel mode race");
  });

  test("more than 1,000 steps", async () => {
    const effects: number[] = [];
    const notices = await runOne((client) =>
      client.createFunction({ id: "asking", triggers }, ({ step }) =>
        Promise.all(Array.from({ length: 1001 }, (_, n) => step.run(`step-${n}`, () => effects.push(n)))),
      ),
    );
    expect(notices[0]?.error).toContain("more than 1000 steps");
    expect(effects).toEqual([]);
  });

  test("a step's output over 4 MiB", async () => {
    const notices = await runOne((client) =>
      client.createFunction({ id: "asking", triggers }, ({ step }) =>
        step.run("big", () => "x".repeat(4 * 1024 * 1024)),
      ),
    );
    expect(notices[0]?.error).toContain("StepOutputTooLarge");
  });
});
