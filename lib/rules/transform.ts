import { unreachable } from "@/lib/kernel/result";
import type { Transform } from "./schema";
import { dayInZone } from "./shop-day";
import { isInstant, isList, type SourceValue } from "./source-value";

/**
 * Shapes a value before it is fitted to its attribute. A transform that does not fit the value leaves it as it is (`ruleProblems` names the misfit).
 * Tags are compared without regard to case, as Shopify does.
 */
export function applyTransform(value: SourceValue, transform: Transform, timeZone: string): SourceValue {
  switch (transform.kind) {
    case "none":
      return value;
    case "trim":
      return onText(value, (text) => text.trim());
    case "lowercase":
      return onText(value, (text) => text.toLowerCase());
    case "uppercase":
      return onText(value, (text) => text.toUpperCase());
    case "date":
      return isInstant(value) ? (dayInZone(value.instantMs, timeZone) ?? value) : value;
    case "join":
      return isList(value) ? value.join(transform.separator) : value;
    case "has_tag":
      return isList(value) ? value.some((tag) => sameTag(tag, transform.tag)) : value;
    default:
      return unreachable(transform);
  }
}

function onText(value: SourceValue, change: (text: string) => string): SourceValue {
  if (typeof value === "string") return change(value);
  return isList(value) ? value.map(change).filter((text) => text !== "") : value;
}

function sameTag(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
