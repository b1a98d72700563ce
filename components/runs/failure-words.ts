import type { Failure, FailureCode } from "@/lib/runner/failures";

/** Key of a failure's words in the `failures` messages, which know no dots: `failures.errors.<key>`, `.effects.<key>`, `.next.<key>`. */
export const failureKey = (code: FailureCode): string => code.replace(".", "_");

/**
 * Key of the words for a detail in `failures.details`: publication faults as they are, receipts with `_` for `:`, and `R1` for each of its many faces.
 * @returns null for a detail that is only for those who look closer (an HTTP status, a vendor's code)
 */
export function detailKey({ code, detail }: Pick<Failure, "code" | "detail">): string | null {
  if (detail === null) return null;
  if (code === "publication.invalid") return detail;
  if (code !== "source.unreadable") return null;
  if (detail.startsWith("R1")) return "R1";
  return /^R[234]:/.test(detail) ? detail.replace(":", "_") : null;
}

/** Where a person mends it. */
export type MendingPlace = "connections" | "rule" | "nowhere";

export function mendingPlace(code: FailureCode): MendingPlace {
  switch (code) {
    case "source.credential":
    case "source.forbidden":
    case "source.scope":
    case "source.shop_frozen":
    case "source.shop_locked":
    case "source.rejected":
    case "source.identity_differs":
    case "destination.credential":
    case "destination.ip_refused":
    case "destination.quota":
    case "destination.forbidden":
      return "connections";
    case "source.version_retired":
    case "destination.list_missing":
    case "destination.request_refused":
    case "destination.systemic_rejection":
    case "publication.invalid":
      return "rule";
    case "source.query_refused":
    case "source.throttled":
    case "source.unavailable":
    case "source.timeout":
    case "source.unreadable":
    case "source.suspect_short":
    case "destination.throttled":
    case "destination.unavailable":
    case "run.collided":
    case "run.lost_slot":
    case "run.crashed":
    case "run.cancelled":
    case "run.internal":
      return "nowhere";
  }
}
