import { unreachable } from "@/lib/kernel/result";
import type { SourceRecord } from "./customer";
import type { Condition, SourceField } from "./schema";
import { dayInZone } from "./shop-day";
import { isEmpty, isInstant, isList, readDecimal, readField, type SourceValue } from "./source-value";

/**
 * Whether a record passes every condition (none: everyone passes). Text is compared without regard to case; instants as the day in the shop's zone;
 * numbers as numbers; of a list, one element must be equal, for `contains` too. An empty field equals nothing and is below and above nothing.
 */
export function passesFilter(record: SourceRecord, conditions: readonly Condition[], timeZone: string): boolean {
  return conditions.every((condition) => holds(record, condition, timeZone));
}

function holds(record: SourceRecord, condition: Condition, timeZone: string): boolean {
  const value = readField(record, condition.field);
  switch (condition.op) {
    case "equals":
      return equals(value, condition.field, condition.value, timeZone);
    case "not_equals":
      return !equals(value, condition.field, condition.value, timeZone);
    case "contains":
      return contains(value, condition.value, timeZone);
    case "at_least":
      return compare(value, (number) => number >= condition.value);
    case "at_most":
      return compare(value, (number) => number <= condition.value);
    case "is_set":
      return !isEmpty(value);
    case "is_not_set":
      return isEmpty(value);
    default:
      return unreachable(condition);
  }
}

function equals(value: SourceValue, field: SourceField, wanted: string, timeZone: string): boolean {
  if (isEmpty(value)) return false;
  if (field === "amountSpent" || field === "numberOfOrders") {
    const number = readDecimal(wanted.trim());
    return number !== null && compare(value, (own) => own === number);
  }
  return textsOf(value, timeZone).includes(fold(wanted));
}

function contains(value: SourceValue, wanted: string, timeZone: string): boolean {
  if (isEmpty(value)) return false;
  const texts = textsOf(value, timeZone);
  return isList(value) ? texts.includes(fold(wanted)) : texts.some((text) => text.includes(fold(wanted)));
}

/** A number that cannot be read passes neither bound. */
function compare(value: SourceValue, passes: (number: number) => boolean): boolean {
  const number = typeof value === "string" ? readDecimal(value) : value;
  return typeof number === "number" && passes(number);
}

function textsOf(value: SourceValue, timeZone: string): string[] {
  if (isList(value)) return value.map(fold);
  if (isInstant(value)) return [dayInZone(value.instantMs, timeZone) ?? ""];
  return [fold(String(value))];
}

function fold(text: string): string {
  return text.normalize("NFC").trim().toLowerCase();
}
