import type { FailureCode } from "./failures";

/** The end at which token or permission is lost, if that is what the failure says: told at the first failed run, for only a person can mend it. */
export function lostAccess(code: FailureCode): "source" | "destination" | null {
  switch (code) {
    case "source.credential":
    case "source.forbidden":
    case "source.scope":
      return "source";
    case "destination.credential":
    case "destination.forbidden":
    case "destination.ip_refused":
      return "destination";
    default:
      return null;
  }
}
