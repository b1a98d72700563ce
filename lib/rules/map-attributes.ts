import { CLEARED, type Coerced, coerceValue } from "./coerce";
import { phoneConsentStands, phoneOptedOut } from "./consent";
import type { SourceRecord, StatedPhone } from "./customer";
import type { AttributeValue, EvaluationContext, Omission } from "./payload";
import { normalisePhone } from "./phone";
import { PHONE_CHANNELS } from "./phone-channels";
import type { MappingRow } from "./schema";
import { readField } from "./source-value";
import { applyTransform } from "./transform";

/** The attributes of one record, by the rule's mapping, and what was left out of them. */
export function mapAttributes(
  record: SourceRecord,
  context: Pick<EvaluationContext, "rule" | "timeZone" | "nowMs">,
): { attributes: Record<string, AttributeValue>; omissions: Omission[] } {
  const attributes: Record<string, AttributeValue> = {};
  const omissions: Omission[] = [];
  for (const row of context.rule.mapping) {
    const { value, why } = mapRow(record, row, context);
    if (value !== undefined) attributes[row.target.name] = value;
    if (why !== null) omissions.push({ attribute: row.target.name, why });
  }
  return { attributes, omissions };
}

function mapRow(
  record: SourceRecord,
  row: MappingRow,
  context: Pick<EvaluationContext, "timeZone" | "nowMs">,
): Coerced {
  if (row.target.name === PHONE_CHANNELS.whatsApp) return { value: undefined, why: "phone_without_consent" };
  if (row.target.name === PHONE_CHANNELS.sms && row.source !== "phone")
    return { value: undefined, why: "phone_without_consent" };
  if (row.source === "phone" && record.phone !== null) return mapPhone(record.phone, record, row, context);
  return coerceValue(
    applyTransform(readField(record, row.source), row.transform, context.timeZone),
    row.target,
    context.timeZone,
  );
}

/**
 * A phone goes out in E.164 or not at all. `SMS` needs the phone's own consent; after an opt-out it is cleared, because a number left standing in Brevo
 * would go on being texted. A number that was merely never asked is left out, and what stands in Brevo stays.
 */
function mapPhone(
  phone: StatedPhone,
  record: SourceRecord,
  row: MappingRow,
  context: Pick<EvaluationContext, "timeZone" | "nowMs">,
): Coerced {
  const isSms = row.target.name === PHONE_CHANNELS.sms;
  if (isSms && !phoneConsentStands(phone, context.nowMs))
    return { value: phoneOptedOut(phone) ? CLEARED : undefined, why: "phone_without_consent" };
  const number = normalisePhone(phone.number, record.countryCode);
  if (number === null) return { value: undefined, why: "phone_does_not_parse" };
  return isSms ? { value: number, why: null } : coerceValue(number, row.target, context.timeZone);
}
