import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { playwrightCounts, sumCounts, summaryLine, vitestCounts } from "../../../scripts/lib/test-counts.mjs";

const dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-counts-"));
afterAll(() => fs.rmSync(dir, { recursive: true }));

function report(content: unknown): string {
  const file = path.join(dir, "report.json");
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}
const vitestReport = (more = {}) =>
  report({ success: true, numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, ...more });

test("the summary line", () => {
  expect(summaryLine(sumCounts([{ passed: 4 }, { passed: 5, failed: 1 }, {}]))).toBe("9 passed, 1 failed");
  expect(summaryLine({ passed: 1, failed: 0, skipped: 2 })).toBe("1 passed, 0 failed, 2 skipped");
});

test("Vitest's tests are counted", () => {
  expect(vitestCounts(vitestReport({ numFailedTests: 2, numPendingTests: 1 }), false)).toEqual({
    passed: 5,
    failed: 2,
    skipped: 1,
  });
});

test("Playwright's tests are counted, and one that needed a second try has failed", () => {
  const file = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 } });
  expect(playwrightCounts(file, false)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

test.each([
  ["no report", () => vitestCounts(path.join(dir, "none.json"), true)],
  ["a file that does not load", () => vitestCounts(vitestReport({ success: false }), true)],
  ["a crash after the tests", () => vitestCounts(vitestReport(), false)],
  ["no test at all", () => vitestCounts(vitestReport({ numPassedTests: 0 }), true)],
  ["no browser tests at all", () => playwrightCounts(report({ stats: { expected: 0 } }), true)],
])("%s is a failure", (_, count) => {
  expect(count().failed).toBe(1);
});
