import { unreachable } from "@/lib/kernel/result";
import type { AttributeValue, Omission } from "./payload";
import type { Attribute } from "./schema";
import { dayInZone, isIsoDay } from "./shop-day";
import { isEmpty, isInstant, isList, readDecimal, type SourceValue } from "./source-value";

/** `value` undefined: the attribute is left out of the payload. `why` can stand beside a value: part of a list was left out. */
export interface Coerced {
  value: AttributeValue | undefined;
  why: Omission["why"] | null;
}

/** Brevo's schema has no null (`attributes`: number, string, boolean or string[]); an empty text clears an attribute of any type. */
export const CLEARED = "";

const kept = (value: AttributeValue): Coerced => ({ value, why: null });
const omitted = (why: Omission["why"]): Coerced => ({ value: undefined, why });

/**
 * Fits a value to its attribute's type, because Brevo drops a wrong type while the call succeeds. Never throws and never guesses: what does not fit is
 * left out, with the reason; what is empty at the source is cleared, whatever the type.
 * @param timeZone the shop's, for dates
 */
export function coerceValue(value: SourceValue, attribute: Attribute, timeZone: string): Coerced {
  if (isEmpty(value)) return kept(CLEARED);
  switch (attribute.type) {
    case "text":
      return kept(asText(value));
    case "date":
      return asDate(value, timeZone);
    case "float":
      return asNumber(value);
    case "boolean":
      return asBoolean(value);
    case "category":
      return asCategory(value, attribute.options);
    case "multiple-choice":
      return asChoices(value, attribute.options);
    default:
      return unreachable(attribute.type);
  }
}

/** Content is never cleaned (a name may look like a formula or a script; it is data). Only lone surrogates go, which JSON readers refuse. */
function asText(value: SourceValue): string {
  if (isList(value)) return value.join(", ").toWellFormed();
  if (isInstant(value)) return isoInstant(value.instantMs);
  return String(value).toWellFormed();
}

function isoInstant(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? CLEARED : date.toISOString();
}

function asDate(value: SourceValue, timeZone: string): Coerced {
  const day = isInstant(value) ? dayInZone(value.instantMs, timeZone) : value;
  return typeof day === "string" && isIsoDay(day) ? kept(day) : omitted("not_a_date");
}

function asNumber(value: SourceValue): Coerced {
  const number = typeof value === "string" ? readDecimal(value.trim()) : value;
  return typeof number === "number" && Number.isFinite(number) ? kept(number) : omitted("not_a_number");
}

function asBoolean(value: SourceValue): Coerced {
  if (typeof value === "boolean") return kept(value);
  if (value === "true" || value === "false") return kept(value === "true");
  return omitted("not_a_boolean");
}

type Options = Attribute["options"];

/** A stored key, or the label of exactly one option. A key wins over another option's equal label. */
function optionKey(text: string, options: Options): string | null {
  if (options.some((option) => option.key === text)) return text;
  const [match, second] = options.filter((option) => option.label === text);
  return match && !second ? match.key : null;
}

/** From a list (tags), the one that is an option: two are ambiguous and left out, none clears, so that a removed tag does not stay behind. */
function asCategory(value: SourceValue, options: Options): Coerced {
  if (!isList(value)) {
    const key = optionKey(asText(value), options);
    return key === null ? omitted("not_an_option") : kept(key);
  }
  const [key, second] = knownKeys(value, options);
  return second !== undefined ? omitted("not_an_option") : kept(key ?? CLEARED);
}

/** The subset that are options, in the options' order; none clears. What was left out is said. A single text is one choice and is not split. */
function asChoices(value: SourceValue, options: Options): Coerced {
  const texts = isList(value) ? value : [asText(value)];
  const keys = knownKeys(texts, options);
  const why = texts.some((text) => optionKey(text, options) === null) ? "not_an_option" : null;
  if (keys.length === 0 && !isList(value)) return omitted("not_an_option");
  return { value: keys.length > 0 ? keys : CLEARED, why };
}

function knownKeys(texts: readonly string[], options: Options): string[] {
  const found = new Set(texts.map((text) => optionKey(text, options)));
  return [...new Set(options.map((option) => option.key))].filter((key) => found.has(key));
}
