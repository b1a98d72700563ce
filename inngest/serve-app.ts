import { serve } from "inngest/edge";
import { plainProblem, problemResponse } from "@/lib/http/problem";
import { buildFunctions } from "./build-functions";
import { createClient } from "./client";
import type { FunctionDeps } from "./deps";
import { type EngineEnv, engineMode } from "./mode";

/** Where a server of Inngest's calls the functions. */
const ENGINE_PATH = "/api/inngest";
const REGISTER_TRIES = 10;
const REGISTER_WAIT_MS = 3_000;

type RequestHandler = (request: Request) => Promise<Response>;

/**
 * The engine's route. Embedded: it does not exist (404). Otherwise the SDK answers, to signed requests only unless in dev mode; so an
 * anonymous GET learns nothing and an anonymous PUT registers nothing (`registerApp` does that from inside).
 * @param readEnv read anew at each request
 * @param loadDeps called once, at the first request that needs it: a build imports routes, and must not connect to anything
 * @throws EngineSettingsError
 */
export function createEngineRoute(readEnv: () => EngineEnv, loadDeps: () => Promise<FunctionDeps>): RequestHandler {
  let served: Promise<RequestHandler> | undefined;
  return async (request) => {
    const mode = engineMode(readEnv());
    if (mode.kind === "embedded") return problemResponse(plainProblem(404, "not_found", "Not found"));
    served ??= loadDeps().then((deps) => {
      const client = createClient(mode);
      return serve({ client, functions: buildFunctions(client, deps), enableUnauthedSync: false });
    });
    served.catch(() => {
      served = undefined;
    });
    return (await served)(request);
  };
}

type Registration = { state: "embedded" } | { state: "registered" } | { state: "failed"; status: number };

/**
 * Tells the server of Inngest's where the functions are, as a deploy must (a PUT of the SDK, made in process). Tries for half a
 * minute, since the server may start later than we do. Nothing to do in embedded mode.
 * @param origin where the server reaches this web process, e.g. `https://nightpost.example`
 * @param pause waits that many ms
 * @throws EngineSettingsError
 */
export async function registerApp(
  env: EngineEnv,
  origin: string,
  loadDeps: () => Promise<FunctionDeps>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Registration> {
  const mode = engineMode(env);
  if (mode.kind === "embedded") return { state: "embedded" };
  const client = createClient(mode);
  const functions = buildFunctions(client, await loadDeps());
  const put = serve({ client, functions, serveOrigin: origin, servePath: ENGINE_PATH, enableUnauthedSync: true });
  let status = 0;
  for (let tried = 0; tried < REGISTER_TRIES; tried++) {
    if (tried > 0) await pause(REGISTER_WAIT_MS);
    const headers = { host: new URL(origin).host };
    const response = await put(new Request(new URL(ENGINE_PATH, origin), { method: "PUT", headers }));
    if (response.ok) return { state: "registered" };
    status = response.status;
  }
  return { state: "failed", status };
}
