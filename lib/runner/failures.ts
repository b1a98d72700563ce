import type { PublicationFault } from "@/lib/kernel/errors";

export const FAILURE_CODES = [
  "source.credential",
  "source.forbidden",
  "source.scope",
  "source.shop_frozen",
  "source.shop_locked",
  "source.rejected",
  "source.query_refused",
  "source.version_retired",
  "source.identity_differs",
  "source.throttled",
  "source.unavailable",
  "source.timeout",
  "source.unreadable",
  "source.suspect_short",
  "destination.credential",
  "destination.ip_refused",
  "destination.quota",
  "destination.forbidden",
  "destination.list_missing",
  "destination.request_refused",
  "destination.throttled",
  "destination.unavailable",
  "destination.systemic_rejection",
  "publication.invalid",
  "run.collided",
  "run.lost_slot",
  "run.crashed",
  "run.cancelled",
  "run.internal",
] as const;
/** Why an attempt or a run ended. People read the sentence that each language has for it. */
export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * A failure as it is stored and shown. `detail` is a short machine word (an HTTP status, a receipt, a GraphQL code, a publication fault); never text from
 * the other side and never personal data.
 */
export interface Failure {
  code: FailureCode;
  detail: string | null;
  /** Whether waiting can help. `stops` failures end the run at once. */
  course: "passes" | "stops";
  /** Whether a person could mend it (false: an outage: 5xx, timeouts, rate limits). */
  outage: boolean;
  /** When the other side says how long to wait, epoch ms. */
  notBeforeMs?: number;
}

const PASSES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "source.throttled",
  "source.unavailable",
  "source.timeout",
  "source.unreadable",
  "source.suspect_short",
  "destination.throttled",
  "destination.unavailable",
  "run.internal",
]);
const OUTAGES: ReadonlySet<FailureCode> = new Set<FailureCode>([
  "source.throttled",
  "source.unavailable",
  "source.timeout",
  "destination.throttled",
  "destination.unavailable",
]);

/** Rule 4: retry what passes, stop what does not. The one table that says which is which. */
export function failure(code: FailureCode, detail: string | null = null, notBeforeMs?: number): Failure {
  const base: Failure = { code, detail, course: PASSES.has(code) ? "passes" : "stops", outage: OUTAGES.has(code) };
  return notBeforeMs === undefined ? base : { ...base, notBeforeMs };
}

export const publicationFailure = (reason: PublicationFault): Failure => failure("publication.invalid", reason);
