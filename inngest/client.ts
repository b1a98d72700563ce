import { Inngest, type Logger } from "inngest";
import { ENGINE_ORIGIN } from "./embedded/registration";
import { createLogger } from "./logger";
import type { EngineMode } from "./mode";

/** The app's name on every server. Changing it orphans the runs that are under way there. */
const APP_ID = "nightpost";

interface ClientOptions {
  logger?: Logger;
}

interface EmbeddedClientOptions extends ClientOptions {
  /** Where the events go: `EmbeddedEngine.fetch`. */
  fetch: typeof fetch;
}

/**
 * The client for a mode. Checkpointing is off in every mode, so that each step is one call everywhere and a leg's attempt is
 * counted the same by every engine. Keys come from the environment (INNGEST_SIGNING_KEY, INNGEST_EVENT_KEY).
 */
export function createClient(mode: Exclude<EngineMode, { kind: "embedded" }>, options?: ClientOptions): Inngest;
export function createClient(mode: { kind: "embedded" }, options: EmbeddedClientOptions): Inngest;
export function createClient(mode: EngineMode, options: Partial<EmbeddedClientOptions> = {}): Inngest {
  const common = {
    id: APP_ID,
    checkpointing: false,
    logger: options.logger ?? createLogger(),
  } as const;
  switch (mode.kind) {
    case "embedded":
      if (!options.fetch)
        throw new Error("An embedded client needs the engine's fetch, or its events would go nowhere.");
      return new Inngest({
        ...common,
        isDev: true,
        baseUrl: ENGINE_ORIGIN,
        eventKey: "embedded",
        fetch: options.fetch,
      });
    case "dev":
      return new Inngest({
        ...common,
        isDev: true,
        ...(mode.baseUrl ? { baseUrl: mode.baseUrl } : {}),
      });
    case "cloud":
      return new Inngest({ ...common, isDev: false });
    case "self-hosted":
      return new Inngest({ ...common, isDev: false, baseUrl: mode.baseUrl });
    default:
      throw new Error(`Unknown mode: ${JSON.stringify(mode satisfies never)}`);
  }
}
