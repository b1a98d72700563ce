import { unreachable } from "@/lib/kernel/result";
import { ruleProblems } from "@/lib/rules/problems";
import type { Attribute, Condition, MappingRow, SourceField, Transform } from "@/lib/rules/schema";

export const TRANSFORM_KINDS = [
  "none",
  "trim",
  "lowercase",
  "uppercase",
  "date",
  "join",
  "has_tag",
] as const satisfies readonly Transform["kind"][];

export const CONDITION_OPS = [
  "equals",
  "not_equals",
  "contains",
  "at_least",
  "at_most",
  "is_set",
  "is_not_set",
] as const satisfies readonly Condition["op"][];

/** A transform as it begins, its parameter still to be filled in where we cannot guess it. */
export function newTransform(kind: Transform["kind"]): Transform {
  switch (kind) {
    case "join":
      return { kind, separator: ", " };
    case "has_tag":
      return { kind, tag: "" };
    case "none":
    case "trim":
    case "lowercase":
    case "uppercase":
    case "date":
      return { kind };
    default:
      return unreachable(kind);
  }
}

const ANY: Attribute = { name: "ANY", type: "text", options: [] };

/** The transforms that can do something with a field. */
export function transformsFor(source: SourceField): Transform["kind"][] {
  return TRANSFORM_KINDS.filter((kind) => {
    const row: MappingRow = { source, transform: newTransform(kind), target: ANY };
    const problems = ruleProblems({ mapping: [row], lists: [] }, { attributes: [ANY], lists: [] });
    return !problems.some(({ code }) => code === "transform_does_not_fit");
  });
}

/** The row with another field; a transform that does not fit it gives way to the first that does something useful. */
export function withSource(row: MappingRow, source: SourceField): MappingRow {
  const fitting = transformsFor(source);
  if (fitting.includes(row.transform.kind)) return { ...row, source };
  return { ...row, source, transform: newTransform(usualTransform(fitting)) };
}

function usualTransform(fitting: Transform["kind"][]): Transform["kind"] {
  if (fitting.includes("date")) return "date";
  return fitting.includes("join") ? "join" : "none";
}

type NumberField = Extract<Condition, { op: "at_least" }>["field"];

const isNumber = (field: SourceField): field is NumberField => field === "numberOfOrders" || field === "amountSpent";

/** Bounds are for numbers; `contains` says nothing of them. */
export function opsFor(field: SourceField): Condition["op"][] {
  return CONDITION_OPS.filter((op) => {
    if (op === "at_least" || op === "at_most") return isNumber(field);
    return op !== "contains" || !isNumber(field);
  });
}

/** What a person has typed so far for a condition, whatever its form. */
export interface ConditionParts {
  field: SourceField;
  op: Condition["op"];
  /** As typed; a bound that is no number becomes NaN, which is not saved. */
  value: string;
}

export function partsOf(condition: Condition): ConditionParts {
  const { field, op } = condition;
  if (!("value" in condition)) return { field, op, value: "" };
  return { field, op, value: Number.isNaN(condition.value) ? "" : String(condition.value) };
}

/** A condition of these parts; an operation that does not fit the field gives way to `equals`. */
export function conditionOf({ field, op, value }: ConditionParts): Condition {
  if (isNumber(field) && op === "at_least") return { op: "at_least", field, value: readNumber(value) };
  if (isNumber(field) && op === "at_most") return { op: "at_most", field, value: readNumber(value) };
  const fitting = opsFor(field).includes(op) ? op : "equals";
  switch (fitting) {
    case "is_set":
      return { op: "is_set", field };
    case "is_not_set":
      return { op: "is_not_set", field };
    case "not_equals":
      return { op: "not_equals", field, value };
    case "contains":
      return { op: "contains", field, value };
    case "equals":
      return { op: "equals", field, value };
    case "at_least":
    case "at_most":
      throw new Error(`A bound does not fit ${field}.`);
    default:
      return unreachable(fitting);
  }
}

/** @returns NaN for an empty text: an empty box is no zero */
export function readNumber(text: string): number {
  return text.trim() === "" ? Number.NaN : Number(text);
}
