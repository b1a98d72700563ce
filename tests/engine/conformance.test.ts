import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbedded } from "./embedded-harness";
import { startReal } from "./real-harness";
import { buildSample } from "./sample-functions";

/** An engine with the sample functions on it: ours, or a real server. */
interface Subject {
  log: string[];
  send(event: { name: string; id?: string; data?: Record<string, unknown> }): Promise<void>;
  until(done: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

async function startOurs(): Promise<Subject> {
  let log: string[] = [];
  const harness = await startEmbedded((client, clock) => {
    const sample = buildSample(client, () => clock.now());
    log = sample.log;
    return sample.functions;
  });
  return {
    log,
    send: async (event) => void (await harness.client.send(event)),
    until: (done) => harness.until(done),
    stop: async () => void (await harness.engine.stop(1000)),
  };
}

const realUrl = process.env.INNGEST_CONFORMANCE_URL;
const engines = [
  { name: "embedded", start: startOurs },
  ...(realUrl
    ? [
        {
          name: `server at ${realUrl}`,
          start: (): Promise<Subject> => startReal(realUrl),
        },
      ]
    : []),
];

describe.each(engines)(
  "functions on the $name engine",
  ({ start }) => {
    let subject: Subject;
    beforeEach(async () => {
      subject = await start();
    }, 90_000);
    afterEach(() => subject.stop());
    const about = (who: string) => subject.log.filter((line) => line.startsWith(`${who}/`));
    const run = async (who: string, last: string, data: Record<string, unknown> = {}) => {
      await subject.send({ name: `sample/${who}`, data });
      await subject.until(() => about(who).some((line) => line.startsWith(`${who}/${last}`)));
      return about(who);
    };

    test("runs steps in order, once each, and hands their results on", async () => {
      expect(await run("steps", "end", { at: "noon" })).toEqual(["steps/one", "steps/two", "steps/end 2 noon"]);
    });

    test("runs parallel steps once each and goes on when all siblings are done", async () => {
      const lines = await run("parallel", "end");
      expect(lines.slice(0, 2).toSorted()).toEqual(["parallel/a", "parallel/b"]);
      expect(lines.slice(2)).toEqual(["parallel/c", "parallel/end 3"]);
    });

    test("sleeps for a duration and until a time", async () => {
      expect(await run("sleep", "end")).toEqual(["sleep/before", "sleep/end true true"]);
    });

    test("retries a failed step by its own backoff, and counts attempts anew for the next step", async () => {
      expect(await run("flaky", "end")).toEqual([
        "flaky/try 1 attempt 0",
        "flaky/try 2 attempt 1",
        "flaky/next attempt 0",
        "flaky/end 2",
      ]);
    });

    test("retries when the error says so", async () => {
      const lines = await run("later", "end");
      const seconds = lines.slice(0, 3).map((line) => Number(line.split(" ")[2]));
      expect(lines.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
        "later/try 1",
        "later/try 2",
        "later/try 3",
        "later/end",
      ]);
      for (const [index, second] of seconds.slice(1).entries())
        expect(second - (seconds[index] ?? 0)).toBeGreaterThanOrEqual(2);
    });

    test("gives up after the last retry and tells onFailure the real error", async () => {
      const lines = await run("doomed", "onFailure");
      expect(lines.slice(0, 2)).toEqual(["doomed/try attempt 0", "doomed/try attempt 1"]);
      expect(lines[2]).toMatch(/^doomed\/onFailure .*-doomed Always fails$/);
    });

    test("never retries what is not retriable", async () => {
      expect(await run("refusing", "onFailure")).toEqual(["refusing/try", "refusing/onFailure"]);
    });

    test("lets a function catch a failed step and go on", async () => {
      expect(await run("catching", "end")).toEqual(["catching/poison", "catching/go-on", "catching/end Bad record"]);
    });

    test("sends events from a step, once", async () => {
      await run("send", "end");
      await subject.until(() => about("sent").length > 0);
      expect([about("send").at(-1), about("sent")]).toEqual(["send/end 1", ["sent/1"]]);
    });

    test("takes two events with one id for one", async () => {
      const id = `once-${Math.random()}`;
      await subject.send({ name: "sample/sent", id, data: { n: 7 } });
      await subject.send({ name: "sample/sent", id, data: { n: 7 } });
      await run("steps", "end");
      expect(about("sent")).toEqual(["sent/7"]);
    });

    test("ticks", async () => {
      await subject.until(() => about("tick").length > 1);
      expect(new Set(about("tick"))).toEqual(new Set(["tick/inngest/scheduled.timer"]));
    });
  },
  realUrl ? 200_000 : 10_000,
);
