import { cron, NonRetriableError } from "inngest";
import { describe, expect, test } from "vitest";
import { startEmbedded } from "./embedded-harness";

const any = [{ event: "sample/any" }];

/** Holds executions up for as long as a test wants, and knows how many. */
function createGate() {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  return {
    held: () => waiting,
    async pass() {
      waiting += 1;
      await opened;
      waiting -= 1;
    },
    open: () => release(),
  };
}

describe("executions at once", () => {
  test("never exceed the bound, and all get their turn", async () => {
    let now = 0;
    let most = 0;
    let ran = 0;
    const harness = await startEmbedded(
      (client) => [
        client.createFunction({ id: "busy", triggers: any }, async () => {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setTimeout(resolve, 5));
          now -= 1;
          ran += 1;
        }),
      ],
      { eventExecutions: 3 },
    );
    await harness.client.send(Array.from({ length: 10 }, () => ({ name: "sample/any" })));
    await harness.engine.idle();
    expect({ most, ran }).toEqual({ most: 3, ran: 10 });
  });

  test("long legs in every slot do not hold up a tick", async () => {
    const gate = createGate();
    const ticks: string[] = [];
    const harness = await startEmbedded(
      (client) => [
        client.createFunction({ id: "long", triggers: any }, () => gate.pass()),
        client.createFunction(
          { id: "tick", triggers: [cron("* * * * *")] },
          ({ event }) => void ticks.push(event.name),
        ),
      ],
      { eventExecutions: 2, patienceMs: 3600_000, held: gate.held },
    );
    await harness.client.send(Array.from({ length: 5 }, () => ({ name: "sample/any" })));
    await harness.pass(120_000);
    gate.open();
    expect(ticks).toHaveLength(2);
  });

  test("a tick that is due while the last one runs is left out, not queued", async () => {
    const gate = createGate();
    let ticks = 0;
    const harness = await startEmbedded(
      (client) => [
        client.createFunction({ id: "slow", triggers: [cron("* * * * *")] }, () => {
          ticks += 1;
          return gate.pass();
        }),
      ],
      { held: gate.held },
    );
    await harness.pass(3 * 60_000);
    expect(ticks).toBe(1);
    expect(harness.notices).toEqual(Array(2).fill({ what: "tick-skipped", fn: "nightpost-slow" }));
    gate.open();
    await harness.engine.idle();
    await harness.pass(60_000);
    expect(ticks).toBe(2);
  });

  test("an execution that never answers is given up, frees its slot, and its late answer changes nothing", async () => {
    const gate = createGate();
    const log: string[] = [];
    let tries = 0;
    const harness = await startEmbedded(
      (client) => [
        client.createFunction({ id: "frozen", triggers: any }, async ({ step }) => {
          const result = await step.run("work", async () => {
            tries += 1;
            const mine = tries;
            if (mine === 1) await gate.pass();
            return mine;
          });
          log.push(`end ${result}`);
        }),
      ],
      { eventExecutions: 1, patienceMs: 60_000, held: gate.held },
    );
    await harness.client.send({ name: "sample/any" });
    await harness.until(() => log.length > 0);
    gate.open();
    await harness.engine.idle();
    expect(harness.notices).toEqual([{ what: "execution-abandoned", fn: "nightpost-frozen" }]);
    expect({ tries, log }).toEqual({ tries: 2, log: ["end 2"] });
  });
});

test("parallel steps cost a call each, and the function goes on only after the last sibling", async () => {
  const log: string[] = [];
  let calls = 0;
  const harness = await startEmbedded(
    (client) => [
      client.createFunction({ id: "fan", triggers: any }, async ({ step }) => {
        const chained = step
          .run("a", () => void log.push("a"))
          .then(() => step.run("after-a", () => void log.push("after-a")));
        await Promise.all([chained, step.sleep("nap", "1m"), step.run("b", () => void log.push("b"))]);
        log.push("end");
      }),
    ],
    {
      wrap: (inner) => (request) => {
        if (request.method === "POST") calls += 1;
        return inner(request);
      },
    },
  );
  await harness.client.send({ name: "sample/any" });
  await harness.pass(59_000);
  expect(log.toSorted()).toEqual(["a", "b"]);
  await harness.pass(2_000);
  expect([log.slice(2), calls]).toEqual([["after-a", "end"], 5]);
});

describe("stopping", () => {
  const startHeld = async () => {
    const gate = createGate();
    const log: string[] = [];
    const harness = await startEmbedded((client) => [
      client.createFunction({ id: "held", triggers: any }, async ({ step }) => {
        await step.run("first", async () => {
          log.push("began");
          await gate.pass();
          log.push("finished");
        });
        await step.run("second", () => void log.push("second"));
      }),
    ]);
    await harness.client.send({ name: "sample/any" });
    for (const endMs = Date.now() + 5000; gate.held() === 0 && Date.now() < endMs; )
      await new Promise((resolve) => setImmediate(resolve));
    return { gate, log, harness };
  };

  test("waits for the step in flight, and starts no other", async () => {
    const { gate, log, harness } = await startHeld();
    const stopping = harness.engine.stop(10_000);
    gate.open();
    expect(await stopping).toEqual({ finished: true });
    await harness.engine.idle();
    expect(log).toEqual(["began", "finished"]);
  });

  test("does not wait for longer than it was told", async () => {
    const { gate, log, harness } = await startHeld();
    const stopping = harness.engine.stop(10_000);
    harness.clock.fireNext();
    expect(await stopping).toEqual({ finished: false });
    gate.open();
    expect(log).toEqual(["began"]);
  });

  test("takes no more events", async () => {
    const { engine } = await startEmbedded((client) => [client.createFunction({ id: "any", triggers: any }, () => {})]);
    await engine.stop(0);
    const answer = await engine.fetch("http://engine.invalid/e/key", { method: "POST", body: '{"name":"sample/any"}' });
    expect(answer.status).toBe(503);
  });
});

describe("events", () => {
  const startCounting = async () => {
    const seen: unknown[] = [];
    const harness = await startEmbedded((client) => [
      client.createFunction({ id: "count", triggers: any }, ({ event }) => void seen.push(event.data.n)),
    ]);
    return { seen, harness };
  };

  test("an id is remembered for 24 hours", async () => {
    const { seen, harness } = await startCounting();
    const send = (n: number) => harness.client.send({ name: "sample/any", id: "same", data: { n } });
    await send(1);
    await send(2);
    await harness.pass(23 * 3600_000);
    await send(3);
    await harness.pass(2 * 3600_000);
    await send(4);
    await harness.engine.idle();
    expect(seen).toEqual([1, 4]);
  });

  test("one that lies in the future is refused, for it asks for a delay", async () => {
    const { seen, harness } = await startCounting();
    const event = { name: "sample/any", data: {}, ts: harness.clock.now() + 3600_000 };
    const body = JSON.stringify([event]);
    const answer = await harness.engine.fetch("http://engine.invalid/e/key", { method: "POST", body });
    await harness.engine.idle();
    expect([answer.status, harness.notices, seen]).toEqual([400, [{ what: "event-refused" }], []]);
  });

  test("a failing failure handler is not told of its own failure", async () => {
    let told = 0;
    const harness = await startEmbedded((client) => [
      client.createFunction({ id: "all-failures", triggers: [{ event: "inngest/function.failed" }] }, () => {
        told += 1;
        throw new NonRetriableError("This fails, too");
      }),
      client.createFunction({ id: "fails", triggers: any }, () => {
        throw new NonRetriableError("Fails");
      }),
    ]);
    await harness.client.send({ name: "sample/any" });
    await harness.engine.idle();
    expect(told).toBe(1);
    expect(harness.notices.map(({ fn }) => fn)).toEqual(["nightpost-fails", "nightpost-all-failures"]);
  });

  test("a handler that repeats itself for ever fails the run instead of spinning", async () => {
    let first: string | undefined;
    const harness = await startEmbedded(
      (client) => [
        client.createFunction({ id: "stuck", triggers: any }, async ({ step }) => {
          await step.run("one", () => 1);
          await step.run("two", () => 2);
        }),
      ],
      {
        wrap: (inner) => async (request) => {
          if (request.method !== "POST") return inner(request);
          first ??= await (await inner(request)).text();
          return new Response(first, { status: 206 });
        },
      },
    );
    await harness.client.send({ name: "sample/any" });
    await harness.until(() => harness.notices.length > 0);
    expect(harness.notices[0]?.error).toContain("NoProgress");
  });
});
