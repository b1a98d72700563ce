import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { InvariantViolation } from "./errors";

/** JSON in the canonical form of RFC 8785: equal values give equal text, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new InvariantViolation("A value without a JSON form has no canonical form.");
  return text;
}

/** @returns SHA-256 of the canonical JSON, 64 lower-case hex digits */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}
