import type { Failure } from "@/lib/runner/failures";
import { refuse } from "../errors";

/** A probe's failure as a refusal: the words are those of the failure itself (`failures` messages). */
export const refuseConnection = (cause: Failure) =>
  refuse(cause.outage ? "unavailable" : "invalid", `failures.${cause.code.replace(".", "_")}`, {
    detail: cause.detail ?? "",
  });
