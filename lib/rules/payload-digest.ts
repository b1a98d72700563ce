import { digestOf } from "@/lib/kernel/canonical-json";
import type { AttributeValue, ContactPayload } from "./payload";

/**
 * Names a payload by its content: the order of lists, keys and choices does not matter, everything else does.
 * @returns SHA-256, 64 lower-case hex digits
 */
export function payloadDigest(payload: ContactPayload): string {
  const attributes = Object.fromEntries(
    Object.entries(payload.attributes).map(([name, value]) => [name, unordered(value)]),
  );
  return digestOf({
    attributes,
    listIds: sortedIds(payload.listIds),
    unlinkListIds: sortedIds(payload.unlinkListIds),
    emailBlacklisted: payload.emailBlacklisted ?? null,
  });
}

function unordered(value: AttributeValue): AttributeValue {
  return Array.isArray(value) ? [...new Set(value)].sort() : value;
}

function sortedIds(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
