import { describe, expect, test } from "vitest";
import { createLogger } from "@/inngest/logger";
import { maskError, maskErrors } from "@/inngest/mask-errors";
import { PublicationInvalid } from "@/lib/kernel/errors";
import { RunStore } from "./run-store";

const ADDRESS = "ada@example.com";

/** As drizzle and postgres throw: the query with its parameters, and the offending value in a property. */
function createLeakyError(): Error {
  const cause = Object.assign(new Error(`duplicate key (${ADDRESS})`), { code: "23505", detail: ADDRESS });
  cause.name = "PostgresError";
  return new Error(`Failed query: insert … params: ${ADDRESS}`, { cause });
}

describe("maskError", () => {
  test("keeps kinds, codes and frames, and nothing that a record could be in", () => {
    const masked = maskError(createLeakyError());
    expect(masked.message).toBe("Error, caused by PostgresError 23505");
    expect(masked.stack).toContain("mask-errors.test.ts");
    expect(JSON.stringify([masked.message, masked.stack, Object.entries(masked)])).not.toContain(ADDRESS);
  });

  test("leaves our own exceptions as they are", () => {
    const error = new PublicationInvalid("digest_differs");
    expect(maskError(error)).toBe(error);
  });

  test("knows what is no error", () => expect(maskError(ADDRESS).message).not.toContain(ADDRESS));

  test("covers every dependency of the functions", async () => {
    const good = new RunStore(() => 0).deps(async () => {});
    const fail = async () => {
      throw createLeakyError();
    };
    const names = Object.keys(good) as (keyof typeof good)[];
    const masked = maskErrors({ ...good, ...Object.fromEntries(names.map((name) => [name, fail])) });
    expect(Object.keys(masked).toSorted()).toEqual(names.toSorted());
    const calls = [
      masked.dispatch(),
      masked.recordTick(),
      masked.reap(),
      masked.prune(),
      masked.deliverAlerts(),
      masked.markSweeps("daily"),
      masked.continueAs("run"),
      masked.runLeg({ runId: "run", driver: "driver" }),
    ];
    for (const result of await Promise.allSettled(calls)) {
      expect(result.status).toBe("rejected");
      expect(String(result.status === "rejected" && result.reason)).not.toContain(ADDRESS);
    }
  });
});

test("the SDK's log prints of an error no property but name, message and stack", () => {
  const lines: string[] = [];
  const logger = createLogger((line) => lines.push(line));
  const error = Object.assign(new Error("broken"), { detail: ADDRESS });
  logger.error({ err: error }, "Inngest step error");
  logger.info("nothing to see");
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    message: "Inngest step error",
    error: "Error: broken",
  });
  expect(lines[0]).not.toContain(ADDRESS);
});
