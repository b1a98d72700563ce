import { describe, expect, it } from "vitest";
import { EnvironmentInvalid, parseEnvironment } from "@/lib/env";

const key = Buffer.alloc(32, 7).toString("base64");
const good = {
  DATABASE_URL: "postgres://nightpost:canary-password@localhost/nightpost",
  APP_URL: "http://localhost:3000",
  AUTH_SECRET: "s".repeat(32),
  NIGHTPOST_MASTER_KEY: key,
  NIGHTPOST_SIGNING_KEY: key,
};

function faultsOf(change: Record<string, string | undefined>) {
  try {
    parseEnvironment({ ...good, ...change });
  } catch (error) {
    if (error instanceof EnvironmentInvalid) return error;
    throw error;
  }
  throw new Error("was accepted");
}

describe("parseEnvironment", () => {
  it("takes a plain installation and reads its defaults", () => {
    expect(parseEnvironment(good)).toMatchObject({ NIGHTPOST_DEMO: false, NIGHTPOST_TIME_SCALE: 1 });
  });

  it.each([
    ["DATABASE_URL", undefined],
    ["DATABASE_URL", "mysql://canary-value"],
    ["APP_URL", "canary-value"],
    ["APP_URL", "ftp://canary-value"],
    ["AUTH_SECRET", "canary-value"],
    ["AUTH_SECRET", ""],
    ["NIGHTPOST_MASTER_KEY", "canary-value"],
    ["NIGHTPOST_SIGNING_KEY", undefined],
    ["NIGHTPOST_DEMO", "canary-value"],
    ["NIGHTPOST_TIME_SCALE", "canary-value"],
    ["SANDBOX_API_URL", "canary-value"],
    ["NIGHTPOST_DEADMAN_URL", "canary-value"],
    ["NIGHTPOST_DEADMAN_URL", "http://canary-value.example"],
  ])("names %s when it is %j, and never says the value", (variable, value) => {
    const error = faultsOf({ [variable]: value });
    expect(error.faults.map((fault) => fault.variable)).toEqual([variable]);
    expect(error.message).toContain(variable);
    expect(error.message).not.toContain("canary");
  });

  it("names everything at fault at once", () => {
    const variables = faultsOf({ AUTH_SECRET: "short", DATABASE_URL: undefined }).faults.map((fault) => fault.variable);
    expect(variables.sort()).toEqual(["AUTH_SECRET", "DATABASE_URL"]);
  });

  it.each(["2", "0.5", "0", "-1", "Infinity"])("refuses the time scale %s outside a demo", (scale) => {
    expect(faultsOf({ NIGHTPOST_TIME_SCALE: scale }).faults[0]?.variable).toBe("NIGHTPOST_TIME_SCALE");
  });

  it("lets a demo run faster, and only a demo speak with stand-ins in production", () => {
    expect(parseEnvironment({ ...good, NIGHTPOST_DEMO: "1", NIGHTPOST_TIME_SCALE: "60" }).NIGHTPOST_TIME_SCALE).toBe(
      60,
    );
    const stand = { SANDBOX_API_URL: "http://127.0.0.1:4310", NODE_ENV: "production" };
    expect(parseEnvironment({ ...good, ...stand, NIGHTPOST_DEMO: "1" }).SANDBOX_API_URL).toBe(stand.SANDBOX_API_URL);
    expect(faultsOf(stand).faults[0]?.variable).toBe("SANDBOX_API_URL");
  });
});
