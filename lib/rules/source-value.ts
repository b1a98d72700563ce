import { unreachable } from "@/lib/kernel/result";
import type { SourceRecord } from "./customer";
import type { SourceField } from "./schema";

/** A point in time that has not been written as text yet. */
export interface Instant {
  instantMs: number;
}

/** What a field holds before it is shaped for an attribute; null: the source has nothing. */
export type SourceValue = string | number | boolean | readonly string[] | Instant | null;

/** @returns whether nothing is there: null, an empty text or an empty list. Zero and false are values. */
export function isEmpty(value: SourceValue): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0);
}

export function isList(value: SourceValue): value is readonly string[] {
  return Array.isArray(value);
}

export function isInstant(value: SourceValue): value is Instant {
  return typeof value === "object" && value !== null && "instantMs" in value;
}

/** Reads one field of a record, unshaped. `amountSpent` stays decimal text, ids stay text (they pass 2^53). */
export function readField(record: SourceRecord, field: SourceField): SourceValue {
  switch (field) {
    case "email":
      return record.email?.address ?? null;
    case "phone":
      return record.phone?.number ?? null;
    case "createdAt":
      return instant(record.createdAtMs);
    case "updatedAt":
      return instant(record.updatedAtMs);
    case "consentUpdatedAt":
      return instant(record.email?.updatedAtMs ?? null);
    case "id":
    case "firstName":
    case "lastName":
    case "locale":
    case "countryCode":
    case "provinceCode":
    case "tags":
    case "accountState":
    case "verifiedEmail":
    case "numberOfOrders":
    case "amountSpent":
    case "amountSpentCurrency":
      return record[field];
    default:
      return unreachable(field);
  }
}

function instant(ms: number | null): Instant | null {
  return ms === null ? null : { instantMs: ms };
}

/** A decimal number in plain writing, as `amountSpent` is; null for anything else or beyond what a double holds exactly as an integer. */
export function readDecimal(text: string): number | null {
  if (!/^-?\d{1,16}(\.\d{1,20})?$/.test(text)) return null;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}
