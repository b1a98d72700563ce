import { expect, it, vi } from "vitest";
import type { Context } from "@/lib/use-cases/context";
import { connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";
import { scheduleFault } from "@/lib/use-cases/sandbox/faults";
import { watchSandbox } from "@/lib/use-cases/sandbox/watch-sandbox";

it("elsewhere than on a demo installation there is no sandbox, whatever else is set", async () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const environment = {
    DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
    APP_URL: "https://app.example",
    AUTH_SECRET: "s".repeat(40),
    NIGHTPOST_MASTER_KEY: key,
    NIGHTPOST_SIGNING_KEY: key,
    NIGHTPOST_DEMO: "",
    SANDBOX_CONTROL_URL: "http://127.0.0.1:1",
    SANDBOX_CONTROL_SECRET: "a-secret-of-a-test",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const owner = { role: "owner" } as Context;
  const missing = { ok: false, error: { kind: "not_found", code: "not_found" } };
  expect(await watchSandbox(owner)).toEqual(missing);
  expect(await connectDemoShop(owner)).toEqual(missing);
  expect(await scheduleFault(owner, { side: "shopify", fault: "auth-401" })).toEqual(missing);
  vi.unstubAllEnvs();
});
