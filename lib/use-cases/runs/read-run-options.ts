import { ok, type Result } from "@/lib/kernel/result";
import { refuseField, type UseCaseError } from "../errors";
import { MOST_TEST_RECORDS } from "./request-run-input";
import { zonedInstantMs } from "./zoned-instant";

export const RUN_SCOPES = ["new", "from", "test"] as const;
export type RunScope = (typeof RUN_SCOPES)[number];

/** What the form of run options sends: texts, as typed. */
export interface TypedRunOptions {
  scope: RunScope;
  /** Wall clock of the workspace. */
  from: string;
  /** Customer ids, apart by blanks, commas or lines; a gid counts as its number. */
  records: string;
  resend: boolean;
  /** Whether the person has confirmed that unchanged records are sent again. */
  confirmed: boolean;
}

export interface RunOptions {
  fromMs?: number;
  testRecordIds?: string[];
  resend?: boolean;
}

/** What was typed as the use-case takes it, or the field that needs attention. A re-send of more than a test batch wants to be confirmed. */
export function readRunOptions(typed: TypedRunOptions, zone: string): Result<RunOptions, UseCaseError> {
  const scope = readScope(typed, zone);
  if (!scope.ok || !typed.resend) return scope;
  if (typed.scope !== "test" && !typed.confirmed) return refuseField("confirmed", "syncs.confirm_resend");
  return ok({ ...scope.value, resend: true });
}

function readScope({ scope, from, records }: TypedRunOptions, zone: string): Result<RunOptions, UseCaseError> {
  switch (scope) {
    case "new":
      return ok({});
    case "from": {
      const fromMs = zonedInstantMs(from, zone);
      return fromMs === null ? refuseField("from", "syncs.from_no_date") : ok({ fromMs });
    }
    case "test":
      return readIds(records);
  }
}

function readIds(records: string): Result<RunOptions, UseCaseError> {
  const typed = records.split(/[\s,;]+/).filter(Boolean);
  const ids = [...new Set(typed.map((id) => id.replace(/^gid:\/\/shopify\/Customer\//, "")))];
  if (ids.length === 0) return refuseField("records", "field_required");
  if (ids.length > MOST_TEST_RECORDS)
    return refuseField("records", "syncs.test_too_many", { most: MOST_TEST_RECORDS, count: ids.length });
  if (ids.some((id) => !/^\d{1,20}$/.test(id))) return refuseField("records", "syncs.test_ids");
  return ok({ testRecordIds: ids });
}
