import { cron, type Inngest, type InngestFunction, NonRetriableError, RetryAfterError } from "inngest";

export interface Sample {
  functions: InngestFunction.Any[];
  /** What ran, in order: `<who>/<what>`. */
  log: string[];
}

/** Functions that use all that the embedded engine claims to do. */
export function buildSample(client: Inngest, now: () => number = Date.now): Sample {
  const log: string[] = [];
  const times = new Map<string, number>();
  const count = (key: string) => {
    times.set(key, (times.get(key) ?? 0) + 1);
    return times.get(key) ?? 0;
  };
  const say = <Value>(line: string, value: Value): Value => {
    log.push(line);
    return value;
  };
  const on = (event: string) => ({ event: `sample/${event}` });
  const functions = [
    client.createFunction({ id: "steps", triggers: [on("steps")] }, async ({ event, step }) => {
      const one = await step.run("one", () => say("steps/one", { n: 1, at: event.data.at }));
      const two = await step.run("two", () => say("steps/two", one.n + 1));
      log.push(`steps/end ${two} ${one.at}`);
      return two;
    }),
    client.createFunction({ id: "parallel", triggers: [on("parallel")] }, async ({ step }) => {
      const [a, , b] = await Promise.all([
        step.run("a", () => say("parallel/a", 1)),
        step.sleep("nap", "1s"),
        step.run("b", () => say("parallel/b", 2)),
      ]);
      const c = await step.run("c", () => say("parallel/c", a + b));
      log.push(`parallel/end ${c}`);
    }),
    client.createFunction({ id: "sleeper", triggers: [on("sleep")] }, async ({ step }) => {
      const from = await step.run("before", () => say("sleep/before", now()));
      await step.sleep("nap", "2s");
      const mid = await step.run("between", () => now());
      await step.sleepUntil("until", new Date(mid + 3000));
      const to = await step.run("after", () => now());
      log.push(`sleep/end ${mid - from >= 2000} ${to - mid >= 3000}`);
    }),
    client.createFunction({ id: "flaky", retries: 2, triggers: [on("flaky")] }, async ({ step, attempt }) => {
      const tries = await step.run("fail-once", () => {
        const tried = count("flaky");
        log.push(`flaky/try ${tried} attempt ${attempt}`);
        if (tried === 1) throw new Error("The first try fails");
        return tried;
      });
      await step.run("next", () => void log.push(`flaky/next attempt ${attempt}`));
      log.push(`flaky/end ${tries}`);
    }),
    client.createFunction({ id: "later", retries: 3, triggers: [on("later")] }, async ({ step }) => {
      await step.run("twice", () => {
        const tried = count("later");
        log.push(`later/try ${tried} ${Math.round(now() / 1000)}`);
        if (tried < 3) throw new RetryAfterError("Come back", 3000);
      });
      log.push("later/end");
    }),
    client.createFunction(
      {
        id: "doomed",
        retries: 1,
        triggers: [on("doomed")],
        onFailure: ({ event, error }) => void log.push(`doomed/onFailure ${event.data.function_id} ${error.message}`),
      },
      async ({ step, attempt }) => {
        await step.run("always", () => {
          log.push(`doomed/try attempt ${attempt}`);
          throw new RetryAfterError("Always fails", 1000);
        });
      },
    ),
    client.createFunction(
      {
        id: "refusing",
        triggers: [on("refusing")],
        onFailure: () => void log.push("refusing/onFailure"),
      },
      async () => {
        log.push("refusing/try");
        throw new NonRetriableError("Never again");
      },
    ),
    client.createFunction({ id: "catching", triggers: [on("catching")] }, async ({ step }) => {
      const caught = await step
        .run("poison", () => {
          log.push("catching/poison");
          throw new NonRetriableError("Bad record");
        })
        .catch((error: Error) => error.message);
      await step.run("go-on", () => void log.push("catching/go-on"));
      log.push(`catching/end ${caught}`);
    }),
    client.createFunction({ id: "sender", triggers: [on("send")] }, async ({ step }) => {
      const { ids } = await step.sendEvent("send", [{ name: "sample/sent", data: { n: 1 } }]);
      log.push(`send/end ${ids.length}`);
    }),
    client.createFunction(
      { id: "receiver", triggers: [on("sent")] },
      ({ event }) => void log.push(`sent/${event.data.n}`),
    ),
    client.createFunction({ id: "ticking", triggers: [cron("TZ=Europe/Berlin * * * * *")] }, ({ event }) => {
      log.push(`tick/${event.name}`);
    }),
  ];
  return { functions, log };
}
