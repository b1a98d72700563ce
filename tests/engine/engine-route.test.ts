import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EngineSettingsError } from "@/inngest/mode";
import { createEngineRoute, registerApp } from "@/inngest/serve-app";
import { RunStore } from "./run-store";

const cloud = { INNGEST_SIGNING_KEY: "signkey-test-00ff", INNGEST_EVENT_KEY: "event-key" };
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const loadDeps = async () => new RunStore(() => 0).deps(async () => {});

function ask(method: string): Request {
  return new Request("http://localhost:3000/api/inngest", { method, headers: { host: "localhost:3000" } });
}

/** The SDK reads its keys from the environment itself. */
function set(env: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  return env;
}
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

describe("embedded", () => {
  test.each(METHODS)("I15: an anonymous %s is not redirected: the route does not exist", async (method) => {
    const route = createEngineRoute(
      () => ({}),
      () => Promise.reject(new Error("must not be loaded")),
    );
    const answer = await route(ask(method));
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("location")]).toEqual([
      404,
      "application/problem+json",
      null,
    ]);
  });
});

describe("with a server of Inngest's", () => {
  test.each(["GET", "PUT", "POST"])(
    "I15: an anonymous %s is refused, not redirected, and learns nothing",
    async (method) => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      const env = set(cloud);
      const answer = await createEngineRoute(() => env, loadDeps)(ask(method));
      expect([answer.status, answer.headers.get("location")]).toEqual([401, null]);
      expect(await answer.text()).toBe('{"message":"Unauthorized"}');
    },
  );

  test("a dev server may ask, unsigned, what there is", async () => {
    const env = set({ INNGEST_DEV: "1" });
    const answer = await createEngineRoute(() => env, loadDeps)(ask("GET"));
    expect(await answer.json()).toMatchObject({ mode: "dev", function_count: 8 });
  });

  test("loads the dependencies once, and again if that failed", async () => {
    const env = set({ INNGEST_DEV: "1" });
    let loads = 0;
    const route = createEngineRoute(
      () => env,
      () => {
        loads += 1;
        return loads === 1 ? Promise.reject(new Error("no database yet")) : loadDeps();
      },
    );
    await expect(route(ask("GET"))).rejects.toThrow("no database yet");
    expect((await route(ask("GET"))).status).toBe(200);
    expect((await route(ask("GET"))).status).toBe(200);
    expect(loads).toBe(2);
  });

  test("contradicting settings are an error, not a guess", async () => {
    const route = createEngineRoute(() => ({ ...cloud, INNGEST_DEV: "1" }), loadDeps);
    await expect(route(ask("GET"))).rejects.toThrow(EngineSettingsError);
  });
});

describe("registerApp", () => {
  /** A server of Inngest's that is there from the nth request on. */
  async function startServer(failures: number) {
    const seen: { url?: string; authorization?: string; functions: { id: string }[]; appUrl: string }[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
      const { authorization } = request.headers;
      seen.push({ url: request.url, authorization, functions: body.functions, appUrl: body.url });
      const isUp = seen.length > failures;
      response
        .writeHead(isUp ? 200 : 503)
        .end(JSON.stringify(isUp ? { status: 200, modified: true } : { status: 503 }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => new Promise((resolve) => server.close(resolve));
    return { seen, close, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  }

  test("tells the server where the functions are, signed with the key, until it hears", async () => {
    const server = await startServer(2);
    const env = set({ ...cloud, INNGEST_BASE_URL: server.baseUrl });
    const pauses: number[] = [];
    const result = await registerApp(env, "https://nightpost.example", loadDeps, async (ms) => void pauses.push(ms));
    await server.close();
    const last = server.seen.at(-1);
    expect(result).toEqual({ state: "registered" });
    expect(pauses).toEqual([3000, 3000]);
    expect([last?.url, last?.appUrl]).toEqual(["/fn/register", "https://nightpost.example/api/inngest"]);
    expect(last?.authorization).toMatch(/^Bearer signkey-test-[0-9a-f]{64}$/);
    expect(last?.functions.map(({ id }) => id)).toEqual([
      "nightpost-sync-dispatch",
      "nightpost-sync-run",
      "nightpost-sync-reap",
      "nightpost-sync-watch",
      "nightpost-alert-deliver",
      "nightpost-connection-care",
      "nightpost-ledger-prune",
      "nightpost-sync-sweep",
    ]);
  });

  test("gives up in the end, and says so", async () => {
    const server = await startServer(1000);
    const env = set({ ...cloud, INNGEST_BASE_URL: server.baseUrl });
    const result = await registerApp(env, "https://nightpost.example", loadDeps, async () => {});
    await server.close();
    expect([result, server.seen.length]).toEqual([{ state: "failed", status: 503 }, 10]);
  });

  test("has nothing to do for the embedded engine", async () => {
    const never = () => Promise.reject(new Error("must not be loaded"));
    expect(await registerApp({}, "http://localhost:3000", never)).toEqual({ state: "embedded" });
  });
});
