import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildFunctions } from "@/inngest/build-functions";
import type { FunctionDeps } from "@/inngest/deps";
import { pingDeadMan } from "@/lib/watch/ping-dead-man";
import { startEmbedded } from "./embedded-harness";
import { RunStore } from "./run-store";
import { VirtualClock } from "./virtual-clock";

const MINUTE_MS = 60_000;

let pings = 0;
const deadMan = createServer((_request, response) => {
  pings++;
  response.end();
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((listening) => deadMan.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(deadMan.address() as AddressInfo).port}/`;
});
afterAll(() => deadMan.close());

/** Our functions on an embedded engine; what a tick and a watch do is said by `more`. */
function engineWith(clock: VirtualClock, more: Partial<FunctionDeps>) {
  const store = new RunStore(() => clock.now());
  return startEmbedded((client) => buildFunctions(client, { ...store.deps(async () => {}), ...more }), { clock });
}

test("R14: while the engine ticks the dead-man's switch is pinged each minute; when it is stopped the pings stop", async () => {
  const clock = new VirtualClock();
  const harness = await engineWith(clock, { recordTick: async () => void (await pingDeadMan(url, () => {})) });
  await harness.pass(5 * MINUTE_MS);
  expect(pings).toBe(5);
  await harness.engine.stop(1000);
  await harness.pass(10 * MINUTE_MS);
  expect(pings).toBe(5);
});

test("a tick that cannot do its work pings nobody", async () => {
  const before = pings;
  const harness = await engineWith(new VirtualClock(), {
    dispatch: () => Promise.reject(new Error("the database is away")),
    recordTick: async () => void (await pingDeadMan(url, () => {})),
  });
  await harness.pass(3 * MINUTE_MS);
  expect(pings).toBe(before);
});

test("the watches are judged each hour at 13 minutes past", async () => {
  const clock = new VirtualClock();
  const watchedAt: number[] = [];
  const harness = await engineWith(clock, {
    watch: async () => {
      watchedAt.push(new Date(clock.now()).getUTCMinutes());
      return {};
    },
  });
  await harness.pass(60 * MINUTE_MS);
  expect(watchedAt).toEqual([13]);
});
