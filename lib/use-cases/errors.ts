import type { z } from "zod";
import { err } from "@/lib/kernel/result";

/** Why a use-case refused, as far as a transport must know. Which words are shown is the `code`'s affair. */
export const ERROR_KINDS = [
  "unauthenticated",
  "sign_in_again",
  "forbidden",
  "not_found",
  "invalid",
  "conflict",
  "gone",
  "too_many",
  "unavailable",
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

export type Params = Record<string, string | number>;
/** `code` finds the words, as for an error; `params` fill them. */
export interface FieldFault {
  code: string;
  params?: Params;
}

/**
 * A refusal as a value. Words are found by `code`: `name` is `errors.<name>` in messages/<locale>/errors.json, `space.name`
 * is `errors.<name>` in messages/<locale>/space.json. Neither code nor params carry personal data or credentials.
 */
export interface UseCaseError {
  kind: ErrorKind;
  code: string;
  fields?: Record<string, FieldFault>;
  params?: Params;
}

/** `return refuse("conflict", "syncs.already_running")` */
export function refuse(kind: ErrorKind, code: string, params?: Params) {
  return err<UseCaseError>({ kind, code, ...(params ? { params } : {}) });
}

/** `return refuseField("name", "syncs.name_taken")`: one input of the form is wrong. */
export function refuseField(field: string, code: string, params?: Params) {
  return err<UseCaseError>({
    kind: "invalid",
    code: "invalid",
    fields: { [field]: { code, ...(params ? { params } : {}) } },
  });
}

/** A schema may name a code of ours as its message; whatever else zod says is not for people. */
const OWN_CODE = /^[a-z][a-z_]*(\.[a-z][a-z_]*)?$/;

/** Faults by dotted path, the first of each field; the root's own fault is under `form`. */
export function invalidInput(error: z.ZodError): UseCaseError {
  const fields: Record<string, FieldFault> = {};
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".") || "form";
    fields[field] ??= faultOf(issue);
  }
  return { kind: "invalid", code: "invalid", fields };
}

function faultOf(issue: z.core.$ZodIssue): FieldFault {
  if (OWN_CODE.test(issue.message)) return { code: issue.message };
  switch (issue.code) {
    case "too_small":
      return sizeFault("too_small", issue.origin, Number(issue.minimum));
    case "too_big":
      return sizeFault("too_big", issue.origin, Number(issue.maximum));
    case "invalid_format":
      return { code: issue.format === "email" ? "field_email" : "field_format" };
    case "invalid_type":
      return { code: issue.input === undefined ? "field_required" : "field_type" };
    case "invalid_value":
      return { code: "field_choice" };
    case "unrecognized_keys":
      return { code: "field_unknown" };
    case "not_multiple_of":
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return { code: "field_format" };
  }
}

function sizeFault(side: "too_small" | "too_big", origin: string, limit: number): FieldFault {
  if (origin !== "string") return { code: side === "too_small" ? "field_below" : "field_above", params: { limit } };
  if (side === "too_big") return { code: "field_long", params: { limit } };
  return limit <= 1 ? { code: "field_required" } : { code: "field_short", params: { limit } };
}
