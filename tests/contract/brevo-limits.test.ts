import { describe, expect, test } from "vitest";
import { LIMITS_BY_PLAN } from "@/lib/sandbox/brevo/rate";
import { readShared, sharedDir } from "../support/shared";

type Published = Record<string, { rps?: number; rph?: number } | string>;

describe.runIf(sharedDir)("the stand-in's limits are the published ones", () => {
  test.each([
    ["general", "free"],
    ["general", "starter"],
    ["advanced(Professional/Enterprise)", "professional"],
    ["extended(Enterprise)", "enterprise"],
  ] as const)("%s for the plan %s", (table, plan) => {
    const published = (JSON.parse(readShared("api/brevo/rate-limits.json")) as Record<string, Published>)[table] ?? {};
    const rows = Object.entries(published).filter(([, row]) => typeof row === "object");
    expect(rows.length).toBeGreaterThan(1);
    for (const [path, row] of rows) expect(LIMITS_BY_PLAN[plan][path], path).toEqual(row);
  });
});
