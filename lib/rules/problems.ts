import { PHONE_CHANNELS } from "./phone-channels";
import type { Attribute, MappingRow, Rule, SourceField, TargetList } from "./schema";

/** What of a Brevo account a rule is checked against. Only attributes that a rule may write; lists as `GET /contacts/lists` names them. */
export interface AccountShape {
  attributes: readonly Attribute[];
  lists: readonly { id: number; name: string }[];
}

/** `path` points into the rule, as zod's issues do. Texts are found by `code`; `params` fill them. */
export type RuleProblem = { path: (string | number)[] } & (
  | { code: "attribute_unknown"; blocks: true; params: { attribute: string } }
  | { code: "attribute_type_changed"; blocks: true; params: { attribute: string; was: string; is: string } }
  | { code: "option_missing"; blocks: true; params: { attribute: string; option: string } }
  | { code: "options_outdated"; blocks: false; params: { attribute: string; added: number } }
  | { code: "list_unknown"; blocks: true; params: { list: number; name: string } }
  | { code: "list_renamed"; blocks: false; params: { list: number; was: string; is: string } }
  | { code: "sms_needs_phone"; blocks: true; params: { attribute: string; source: SourceField } }
  | { code: "channel_without_consent"; blocks: true; params: { attribute: string } }
  | { code: "transform_does_not_fit"; blocks: true; params: { transform: string; source: SourceField } }
  | { code: "source_does_not_fit"; blocks: true; params: { source: SourceField; attribute: string; type: string } }
);

/**
 * What is wrong with a rule for the account as it is now. A rule with a blocking problem is not published, and a live one whose account changed is a finding:
 * Brevo drops an unknown name or a wrong type while the call succeeds.
 */
export function ruleProblems(rule: Pick<Rule, "mapping" | "lists">, account: AccountShape): RuleProblem[] {
  return [
    ...rule.mapping.flatMap((row, index) => [
      ...attributeProblems(row, ["mapping", index, "target"], account.attributes),
      ...rowProblems(row, ["mapping", index]),
    ]),
    ...rule.lists.flatMap((list, index) => listProblems(list, ["lists", index], account.lists)),
  ];
}

function attributeProblems(row: MappingRow, path: (string | number)[], known: readonly Attribute[]): RuleProblem[] {
  const { name, type } = row.target;
  const actual = known.find((attribute) => attribute.name === name);
  if (actual === undefined) return [{ code: "attribute_unknown", blocks: true, path, params: { attribute: name } }];
  if (actual.type !== type)
    return [
      { code: "attribute_type_changed", blocks: true, path, params: { attribute: name, was: type, is: actual.type } },
    ];
  return optionProblems(row.target, actual, path);
}

/** A label that moved to another key counts as missing: the rule would write the old meaning. */
function optionProblems(target: Attribute, actual: Attribute, path: (string | number)[]): RuleProblem[] {
  const has = (options: Attribute["options"], wanted: Attribute["options"][number]) =>
    options.some((option) => option.key === wanted.key && option.label === wanted.label);
  const missing = target.options.filter((option) => !has(actual.options, option));
  const added = actual.options.filter((option) => !has(target.options, option)).length;
  const problems: RuleProblem[] = missing.map((option) => ({
    code: "option_missing",
    blocks: true,
    path,
    params: { attribute: target.name, option: option.label },
  }));
  if (added > 0)
    problems.push({ code: "options_outdated", blocks: false, path, params: { attribute: target.name, added } });
  return problems;
}

function listProblems(list: TargetList, path: (string | number)[], known: AccountShape["lists"]): RuleProblem[] {
  const actual = known.find((one) => one.id === list.id);
  if (actual === undefined)
    return [{ code: "list_unknown", blocks: true, path, params: { list: list.id, name: list.name } }];
  if (actual.name === list.name) return [];
  return [{ code: "list_renamed", blocks: false, path, params: { list: list.id, was: list.name, is: actual.name } }];
}

function rowProblems(row: MappingRow, path: (string | number)[]): RuleProblem[] {
  const { source, transform, target } = row;
  const attribute = target.name;
  if (attribute === PHONE_CHANNELS.whatsApp)
    return [{ code: "channel_without_consent", blocks: true, path, params: { attribute } }];
  if (attribute === PHONE_CHANNELS.sms && source !== "phone")
    return [{ code: "sms_needs_phone", blocks: true, path, params: { attribute, source } }];
  if (!transformFits(row))
    return [{ code: "transform_does_not_fit", blocks: true, path, params: { transform: transform.kind, source } }];
  if (!sourceFits(row))
    return [{ code: "source_does_not_fit", blocks: true, path, params: { source, attribute, type: target.type } }];
  return [];
}

type Shape = "text" | "number" | "boolean" | "instant" | "list";

function shapeOf(source: SourceField): Shape {
  if (source === "createdAt" || source === "updatedAt" || source === "consentUpdatedAt") return "instant";
  if (source === "numberOfOrders" || source === "amountSpent") return "number";
  if (source === "verifiedEmail") return "boolean";
  return source === "tags" ? "list" : "text";
}

/** A phone is always written in E.164, so no transform fits it. */
function transformFits({ source, transform }: MappingRow): boolean {
  if (source === "phone") return transform.kind === "none";
  switch (transform.kind) {
    case "none":
      return true;
    case "date":
      return shapeOf(source) === "instant";
    case "join":
    case "has_tag":
      return shapeOf(source) === "list";
    default:
      return shapeOf(source) === "text" || shapeOf(source) === "list";
  }
}

/** Whether any value of the shaped field can have the attribute's type; what never can would be left out of every contact. */
function sourceFits({ source, transform, target }: MappingRow): boolean {
  const shape = transform.kind === "has_tag" ? "boolean" : transform.kind === "join" ? "text" : shapeOf(source);
  switch (target.type) {
    case "date":
      return shape === "instant";
    case "float":
      return shape === "number";
    case "boolean":
      return shape === "boolean";
    case "text":
      return true;
    default:
      return shape !== "instant" || transform.kind === "date";
  }
}
