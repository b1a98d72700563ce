import type { FailureCode } from "@/lib/runner/failures";

/** One operation of a connection test, as the page lists it. `failure` is the failure's code, null when it passed. */
export interface TriedOperation {
  name: string;
  failure: FailureCode | null;
}

/** What a test action returned, in order; null before the first test. */
export function triedOperations(value: Readonly<Record<string, string | number | boolean>> | undefined) {
  if (value === undefined) return null;
  return Object.entries(value).map(
    ([name, outcome]): TriedOperation => ({
      name,
      failure: outcome === "passed" ? null : (String(outcome) as FailureCode),
    }),
  );
}

export const failuresAmong = (operations: readonly TriedOperation[]): number =>
  operations.filter(({ failure }) => failure !== null).length;
