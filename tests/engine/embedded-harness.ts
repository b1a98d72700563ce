import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { createClient } from "@/inngest/client";
import { EmbeddedEngine, type EngineNotice, type EngineOptions } from "@/inngest/embedded/engine";
import type { AppHandler } from "@/inngest/embedded/registration";
import { createLogger } from "@/inngest/logger";
import { VirtualClock } from "./virtual-clock";

const silent = createLogger(() => {});

export interface EmbeddedHarness {
  client: Inngest;
  clock: VirtualClock;
  engine: EmbeddedEngine;
  notices: EngineNotice[];
  /** Lets virtual time pass, timer by timer, until `done` holds. Fails if it never does within `withinMs` of virtual time. */
  until(done: () => boolean, withinMs?: number): Promise<void>;
  /** Lets that much virtual time pass, timer by timer. */
  pass(ms: number): Promise<void>;
}

export interface HarnessOptions extends Omit<EngineOptions, "clock" | "notify"> {
  clock?: VirtualClock;
  /** How many executions a test holds up at the moment: virtual time does not wait for those. */
  held?: () => number;
  /** Wraps the SDK's handler, to deliver twice, lose or hold calls. */
  wrap?: (handler: AppHandler) => AppHandler;
}

/** An embedded engine on virtual time, with the functions that `build` makes, served by the SDK's own handler. */
export async function startEmbedded(
  build: (client: Inngest, clock: VirtualClock) => InngestFunction.Any[],
  { clock = new VirtualClock(), wrap = (handler) => handler, held = () => 0, ...options }: HarnessOptions = {},
): Promise<EmbeddedHarness> {
  const notices: EngineNotice[] = [];
  const engine = new EmbeddedEngine({
    random: () => 0,
    ...options,
    clock,
    notify: (notice) => notices.push(notice),
  });
  const client = createClient({ kind: "embedded" }, { fetch: engine.fetch, logger: silent });
  const traffic = countCalls(wrap(serve({ client, functions: build(client, clock) })));
  await engine.start(traffic.handler);
  const settle = () => traffic.settle(held);
  const until = async (done: () => boolean, withinMs = 6 * 3600_000) => {
    const endMs = clock.now() + withinMs;
    await settle();
    while (!done()) {
      if (clock.nextMs > endMs) throw new Error(`Not so within ${withinMs} ms of virtual time.`);
      clock.fireNext();
      await settle();
    }
  };
  const pass = async (ms: number) => {
    const endMs = clock.now() + ms;
    await settle();
    while (clock.nextMs <= endMs) {
      clock.fireNext();
      await settle();
    }
    clock.freezeFor(endMs - clock.now());
  };
  return { client, clock, engine, notices, until, pass };
}

/** Turns of the event loop without a call after which nothing more is taken to follow: the engine goes on within one. */
const QUIET_TURNS = 10;

function countCalls(inner: AppHandler) {
  let inFlight = 0;
  const handler: AppHandler = async (request) => {
    inFlight += 1;
    return inner(request).finally(() => {
      inFlight -= 1;
    });
  };
  const settle = async (held: () => number) => {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet = inFlight <= held() ? quiet + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve));
  };
  return { handler, settle };
}
