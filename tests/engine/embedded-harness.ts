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
  /** Wraps the SDK's handler, to deliver twice, lose or hold calls. */
  wrap?: (handler: AppHandler) => AppHandler;
}

/** An embedded engine on virtual time, with the functions that `build` makes, served by the SDK's own handler. */
export async function startEmbedded(
  build: (client: Inngest, clock: VirtualClock) => InngestFunction.Any[],
  { clock = new VirtualClock(), wrap = (handler) => handler, ...options }: HarnessOptions = {},
): Promise<EmbeddedHarness> {
  const notices: EngineNotice[] = [];
  const engine = new EmbeddedEngine({
    random: () => 0,
    ...options,
    clock,
    notify: (notice) => notices.push(notice),
  });
  const client = createClient({ kind: "embedded" }, { fetch: engine.fetch, logger: silent });
  await engine.start(wrap(serve({ client, functions: build(client, clock) })));
  const settle = () => Promise.race([engine.idle(), new Promise((resolve) => setTimeout(resolve, 200))]);
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
