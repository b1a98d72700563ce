import type { AttributeValue, StoredAttribute } from "@/lib/sandbox/brevo/contact";

type Judged = { verdict: "keep"; value: AttributeValue } | { verdict: "clear" } | { verdict: "wrong-type" };

const WRONG: Judged = { verdict: "wrong-type" };

/**
 * What the account makes of a value sent for a defined attribute. Documented: wrong types are ignored, categories take the stored key, booleans
 * only JSON booleans (APIv3-java-library#30), dates ISO. Assumed: an empty string clears; numeric strings are no floats and numbers no texts.
 */
export function judgeValue(attribute: StoredAttribute, value: AttributeValue): Judged {
  if (value === "") return { verdict: "clear" };
  if (attribute.category === "calculated" || attribute.category === "global") return WRONG;
  if (attribute.category === "category") return judgeOption(attribute, value);
  switch (attribute.type) {
    case "boolean":
      return typeof value === "boolean" ? { verdict: "keep", value } : WRONG;
    case "float":
      return typeof value === "number" ? { verdict: "keep", value } : WRONG;
    case "date":
      return typeof value === "string" ? judgeDate(value) : WRONG;
    case "multiple-choice":
      return judgeChoices(attribute, value);
    case "text":
    case "id":
    case "user":
    case undefined:
      return typeof value === "string" ? { verdict: "keep", value } : WRONG;
  }
}

function judgeOption(attribute: StoredAttribute, value: AttributeValue): Judged {
  if (typeof value !== "string" && typeof value !== "number") return WRONG;
  const key = String(value);
  return attribute.enumeration?.some((option) => option.valueStr === key) ? { verdict: "keep", value: key } : WRONG;
}

/** A calendar date, alone or at the head of an ISO date-time; the account keeps the date. Impossible days are a wrong type. */
function judgeDate(value: string): Judged {
  const match = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(value);
  const date = match?.[1];
  if (!date) return WRONG;
  const parsed = new Date(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return exists ? { verdict: "keep", value: date } : WRONG;
}

function judgeChoices(attribute: StoredAttribute, value: AttributeValue): Judged {
  if (!Array.isArray(value)) return WRONG;
  const options = attribute.multiCategoryOptions ?? [];
  return value.every((choice) => options.includes(choice)) ? { verdict: "keep", value: [...value] } : WRONG;
}

/**
 * A phone as the account stores it: digits, without a leading `+` or `00` (formats from `POST /contacts`).
 * @returns undefined when it is no phone with a country code, 6 to 15 digits
 */
export function normalisePhone(value: AttributeValue): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const digits = String(value)
    .replace(/[\s().-]/g, "")
    .replace(/^(\+|00)/, "");
  return /^[1-9]\d{5,14}$/.test(digits) ? digits : undefined;
}
