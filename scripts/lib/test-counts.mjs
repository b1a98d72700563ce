import fs from "node:fs";

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/** @returns {Counts} */
export const sumCounts = (/** @type {Partial<Counts>[]} */ all) =>
  all.reduce(
    (/** @type {Counts} */ sum, one) => ({
      passed: sum.passed + (one.passed ?? 0),
      failed: sum.failed + (one.failed ?? 0),
      skipped: sum.skipped + (one.skipped ?? 0),
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** The last line of `npm test`. */
export const summaryLine = (/** @type {Counts} */ { passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;

/** A runner that failed without a failed test (a file that does not load, a crash) still counts as one failure. */
const atLeastOneFailure = (/** @type {boolean} */ ok, /** @type {Counts} */ counts) =>
  ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };

function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Counts of Vitest's JSON report. @param {boolean} ok whether it exited with 0 @returns {Counts} */
export function vitestCounts(/** @type {string} */ file, ok) {
  const report = readReport(file);
  const counts = {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  };
  return atLeastOneFailure(ok && report?.success === true && counts.passed > 0, counts);
}

/** Counts of Playwright's JSON report; a test that passed only when run again has failed. @returns {Counts} */
export function playwrightCounts(/** @type {string} */ file, /** @type {boolean} */ ok) {
  const stats = readReport(file)?.stats;
  const counts = {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  };
  return atLeastOneFailure(ok && counts.passed > 0, counts);
}
