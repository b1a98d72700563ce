import { describe, expect, test } from "vitest";
import { createClient } from "@/inngest/client";
import {
  type EngineEnv,
  type EngineMode,
  EngineSettingsError,
  type EngineSettingsFault,
  engineMode,
} from "@/inngest/mode";

const keys = { INNGEST_SIGNING_KEY: "signkey-test-0123", INNGEST_EVENT_KEY: "event-key" };

describe("engineMode", () => {
  test.each<[string, EngineEnv, EngineMode]>([
    ["nothing set", {}, { kind: "embedded" }],
    ["everything empty", { INNGEST_DEV: "", INNGEST_SIGNING_KEY: " ", INNGEST_BASE_URL: "" }, { kind: "embedded" }],
    ["production, nothing set", { NODE_ENV: "production" }, { kind: "embedded" }],
    ["INNGEST_DEV off", { INNGEST_DEV: "0" }, { kind: "embedded" }],
    ["INNGEST_DEV on", { INNGEST_DEV: "1" }, { kind: "dev" }],
    ["its address", { INNGEST_DEV: "http://localhost:8288/" }, { kind: "dev", baseUrl: "http://localhost:8288" }],
    [
      "dev, and a base address",
      { INNGEST_DEV: "true", INNGEST_BASE_URL: "http://dev:8288" },
      { kind: "dev", baseUrl: "http://dev:8288" },
    ],
    ["a demo in production", { INNGEST_DEV: "1", NODE_ENV: "production", NIGHTPOST_DEMO: "1" }, { kind: "dev" }],
    ["both keys", { ...keys, NODE_ENV: "production" }, { kind: "cloud" }],
    ["both keys, dev off", { ...keys, INNGEST_DEV: "false" }, { kind: "cloud" }],
    [
      "keys and an address",
      { ...keys, INNGEST_BASE_URL: "https://inngest.internal:8288" },
      { kind: "self-hosted", baseUrl: "https://inngest.internal:8288" },
    ],
  ])("%s", (_, env, mode) => expect(engineMode(env)).toEqual(mode));

  test.each<[EngineSettingsFault, EngineEnv, RegExp]>([
    ["dev-in-production", { INNGEST_DEV: "1", NODE_ENV: "production" }, /INNGEST_DEV/],
    ["dev-in-production", { INNGEST_DEV: "1", NODE_ENV: "production", NIGHTPOST_DEMO: "0" }, /INNGEST_DEV/],
    ["dev-with-keys", { INNGEST_DEV: "1", ...keys }, /INNGEST_SIGNING_KEY/],
    ["key-missing", { INNGEST_SIGNING_KEY: "signkey-test-0123" }, /INNGEST_EVENT_KEY is not/],
    ["key-missing", { INNGEST_EVENT_KEY: "event-key" }, /INNGEST_SIGNING_KEY is not/],
    ["url-without-keys", { INNGEST_BASE_URL: "http://inngest:8288" }, /INNGEST_BASE_URL/],
    ["url-unreadable", { ...keys, INNGEST_BASE_URL: "inngest:8288" }, /INNGEST_BASE_URL/],
    ["url-unreadable", { INNGEST_DEV: "localhost:8288" }, /INNGEST_DEV/],
  ])("refuses %s %j", (fault, env, words) => {
    const decide = () => engineMode(env);
    expect(decide).toThrow(EngineSettingsError);
    expect(decide).toThrow(expect.objectContaining({ fault, message: expect.stringMatching(words) }));
  });

  test("never quotes a key", () => {
    expect(() => engineMode({ INNGEST_SIGNING_KEY: "signkey-test-0123" })).not.toThrow(/0123/);
  });
});

describe("createClient", () => {
  test.each<[Exclude<EngineMode, { kind: "embedded" }>, string, string]>([
    [{ kind: "dev" }, "dev", "http://localhost:8288/"],
    [{ kind: "dev", baseUrl: "http://dev:9000" }, "dev", "http://dev:9000"],
    [{ kind: "cloud" }, "cloud", "https://api.inngest.com/"],
    [{ kind: "self-hosted", baseUrl: "http://inngest:8288" }, "cloud", "http://inngest:8288"],
  ])("%j", (mode, sdkMode, api) => {
    const client = createClient(mode);
    expect([client.mode, client.apiBaseUrl]).toEqual([sdkMode, api]);
  });

  test("an embedded one sends its events nowhere but to the engine", async () => {
    const sent: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      sent.push(String(input));
      return Response.json({ ids: ["1"], status: 200 });
    };
    await createClient({ kind: "embedded" }, { fetch }).send({ name: "sample/any" });
    expect(sent).toEqual(["http://embedded-engine.invalid/e/embedded"]);
  });
});
