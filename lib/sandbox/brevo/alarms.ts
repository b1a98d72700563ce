import type { Alarms } from "@/lib/sandbox/brevo/changes";

/** Counts what a body asks for and must never ask for, whatever becomes of the request: an explicit `false` of an opt-out, a forced merge. */
export function countAlarms(before: Alarms, body: unknown): Alarms {
  const rows = readRows(body);
  const lifts = rows.some((row) => row.emailBlacklisted === false || row.smsBlacklisted === false);
  const merges = rows.some((row) => row.forceMerge === true);
  if (!lifts && !merges) return before;
  return {
    ...before,
    tripwire: before.tripwire + (lifts ? 1 : 0),
    forceMergeSeen: before.forceMergeSeen + (merges ? 1 : 0),
  };
}

/** The contacts of a body: itself, and the rows of a batch. */
function readRows(body: unknown): Record<string, unknown>[] {
  if (typeof body !== "object" || body === null) return [];
  const row = body as Record<string, unknown>;
  return Array.isArray(row.contacts)
    ? [row, ...row.contacts.filter((item) => typeof item === "object" && item)]
    : [row];
}
