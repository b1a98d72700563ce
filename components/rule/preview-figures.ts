import { proposeCaps } from "@/lib/rules/defaults";
import type { AttributeValue } from "@/lib/rules/payload";
import { PHONE_CHANNELS } from "@/lib/rules/phone-channels";
import type { PreviewSample, PreviewTotals, PreviewVerdict } from "@/lib/rules/preview";
import type { Attribute, Caps, Rule } from "@/lib/rules/schema";

export const VERDICTS = [
  "create",
  "update",
  "unchanged",
  "refused",
  "filtered",
] as const satisfies readonly PreviewVerdict[];

/** Whether the parts are the whole: drawn figures must add up, so one that does not is an error and not a picture. */
export function addsUp(totals: PreviewTotals): boolean {
  return totals.read === VERDICTS.reduce((sum, verdict) => sum + totals[verdict], 0);
}

/** Contacts that would be written. */
export const writesOf = (totals: PreviewTotals): number => totals.create + totals.update;

/** The caps that a preview proposes for the runs to come. One that found nothing to write proposes none. */
export function capsFrom(totals: PreviewTotals, callsPerMinute: number): Caps {
  return proposeCaps({ records: writesOf(totals), creates: totals.create }, callsPerMinute);
}

/** Whole minutes that the counted writes take at the account's rate: two calls to create, one to update, one in a hundred read back. */
export function estimateMinutes(totals: PreviewTotals, callsPerMinute: number): number {
  const calls = writesOf(totals) * 1.01 + totals.create;
  return Math.ceil(calls / callsPerMinute);
}

/** Reasons of refusal, the most frequent first. */
export function refusalRows(totals: PreviewTotals) {
  return Object.entries(totals.refusedBy)
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
}

/** `ATTRIBUTE:why` with its count, the most frequent first. */
export function omissionRows(totals: PreviewTotals) {
  return Object.entries(totals.omitted)
    .map(([key, count]) => ({
      attribute: key.slice(0, key.lastIndexOf(":")),
      why: key.slice(key.lastIndexOf(":") + 1),
      count,
    }))
    .sort((one, other) => other.count - one.count);
}

export interface AttributeRow {
  attribute: string;
  before: AttributeValue | undefined;
  after: AttributeValue | undefined;
  /** `kept`: the rule does not write it for this person, so what stands in Brevo stays. */
  change: "added" | "changed" | "cleared" | "same" | "kept";
}

/** Each attribute of the rule for one person, before and after. */
export function attributeRows(sample: PreviewSample, rule: Rule): AttributeRow[] {
  return rule.mapping.map(({ target }) => {
    const before = present(sample.before?.attributes[target.name]);
    const written = sample.after?.attributes[target.name];
    const after = written === undefined ? before : present(written);
    const change = written === undefined ? "kept" : changeOf(before, after, target);
    return { attribute: target.name, before, after, change };
  });
}

/** Brevo holds an empty attribute as nothing, and is told so by an empty text. */
function present(value: AttributeValue | null | undefined): AttributeValue | undefined {
  return value === null || value === "" ? undefined : value;
}

function changeOf(
  before: AttributeValue | undefined,
  after: AttributeValue | undefined,
  target: Attribute,
): AttributeRow["change"] {
  if (before === undefined) return after === undefined ? "same" : "added";
  if (after === undefined) return "cleared";
  return comparable(before, target) === comparable(after, target) ? "same" : "changed";
}

/** Brevo gives phones back without their plus, some dates with a time of day, and a category by its label. */
function comparable(value: AttributeValue, { name, type, options }: Attribute): string {
  const text = String(value);
  if (name === PHONE_CHANNELS.sms) return text.replace(/\D/g, "");
  if (type === "date") return text.slice(0, 10);
  return type === "category" ? (options.find(({ label }) => label === text)?.key ?? text) : text;
}

export interface ListRow {
  id: number;
  name: string;
  change: "joined" | "left" | "stays_on" | "stays_off";
}

/** Each list of the rule for one person. */
export function listRows(sample: PreviewSample, rule: Rule): ListRow[] {
  const on = new Set(sample.before?.listIds ?? []);
  return rule.lists.map(({ id, name }) => {
    const wasOn = on.has(id);
    const willBe = sample.after?.listIds.includes(id) || (wasOn && !sample.after?.unlinkListIds.includes(id));
    return { id, name, change: listChange(wasOn, Boolean(willBe)) };
  });
}

function listChange(wasOn: boolean, isOn: boolean): ListRow["change"] {
  if (wasOn === isOn) return wasOn ? "stays_on" : "stays_off";
  return isOn ? "joined" : "left";
}
