import { type AbstractIntlMessages, NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { RuleChanges } from "@/components/rule/rule-changes";
import { CONDITION_OPS, TRANSFORM_KINDS } from "@/components/rule/rule-options";
import { SampleDetail } from "@/components/rule/sample-detail";
import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import type { RuleChange } from "@/lib/rules/diff";
import { REFUSALS } from "@/lib/rules/payload";
import { ATTRIBUTE_TYPES, OPT_IN_LEVELS, SOURCE_FIELDS } from "@/lib/rules/schema";
import { attribute, MARKETING, NOTICES, row, sampleRule } from "@/tests/unit/rules/samples";

const english = await loadMessages("en");

function draw(element: React.ReactElement, messages: AbstractIntlMessages = english): string {
  const provider = { locale: "en", messages, timeZone: "UTC", onError: fail, children: element };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
}

function fail(error: Error): never {
  throw error;
}

describe.each(LOCALES)("words in %s", (locale) => {
  it.each([
    ["refusals", "", REFUSALS],
    ["rule", "fields", SOURCE_FIELDS],
    ["rule", "field_hints", SOURCE_FIELDS],
    ["rule", "transforms", TRANSFORM_KINDS],
    ["rule", "transform_hints", TRANSFORM_KINDS],
    ["rule", "ops", CONDITION_OPS],
    ["rule", "types", ATTRIBUTE_TYPES],
    ["rule", "opt_in", OPT_IN_LEVELS],
    ["rule", "opt_in_hints", OPT_IN_LEVELS],
  ])("%s.%s has one for each and none too many", async (namespace, part, names) => {
    const messages = (await loadMessages(locale)) as Record<string, Record<string, object>>;
    const found = part === "" ? messages[namespace] : messages[namespace]?.[part];
    expect(Object.keys(found ?? {}).sort()).toEqual([...names].sort());
  });
});

const first = row("firstName", attribute("FIRSTNAME"));
const CHANGES: RuleChange[] = [
  { kind: "mapping_added", row: first },
  { kind: "mapping_removed", row: first },
  { kind: "mapping_changed", from: first, to: row("tags", attribute("FIRSTNAME"), { kind: "has_tag", tag: "<b>" }) },
  { kind: "condition_added", condition: { op: "at_least", field: "amountSpent", value: 40 } },
  { kind: "condition_removed", condition: { op: "is_set", field: "phone" } },
  { kind: "list_added", list: NOTICES },
  { kind: "list_removed", list: MARKETING },
  { kind: "list_changed", from: MARKETING, to: { ...NOTICES, id: 7 } },
  { kind: "opt_in_levels_changed", from: ["SINGLE_OPT_IN", "CONFIRMED_OPT_IN"], to: ["CONFIRMED_OPT_IN"] },
  { kind: "on_withdrawal_changed", from: "unlist", to: "unlist_and_block" },
  { kind: "bad_records_changed", from: "hold", to: "stop" },
  { kind: "on_deleted_changed", from: "unlist", to: "leave" },
  { kind: "cap_changed", cap: "created", from: 100, to: 2_000 },
  { kind: "reordered", part: "lists" },
];

describe("the difference to the live version", () => {
  it("is a sentence for each change", () => {
    const html = draw(createElement(RuleChanges, { changes: CHANGES }));
    expect(html.match(/<li/g)).toHaveLength(CHANGES.length);
    expect(html).toContain("New: First name → FIRSTNAME");
    expect(html).toContain("Limit on Contacts created: 100 becomes 2,000");
    expect(html).toContain("Accepted opt-in: Single opt-in and Confirmed opt-in becomes Confirmed opt-in");
    expect(html).not.toContain("<b>");
  });

  it("throws at a change it does not know", () => {
    const unknown = [{ kind: "colour_changed" }] as unknown as RuleChange[];
    expect(() => draw(createElement(RuleChanges, { changes: unknown }))).toThrow();
  });
});

describe("a customer in the preview", () => {
  it("is shown as text, whatever the name is", () => {
    const nasty = '<script>alert("1")</script>';
    const html = draw(
      createElement(SampleDetail, {
        rule: sampleRule({ mapping: [first] }),
        sample: {
          ...{ recordId: "1", name: nasty, address: '"><img src=x>@example.com', verdict: "update", reason: null },
          before: { id: "1", attributes: { FIRSTNAME: "<i>old</i>" }, listIds: [], blocklisted: true },
          after: { attributes: { FIRSTNAME: nasty }, listIds: [7], unlinkListIds: [] },
          omissions: [{ attribute: "SMS", why: "phone_does_not_parse" }],
        },
      }),
    );
    expect(html).not.toMatch(/<script|<img|<i>/);
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("stays so");
    expect(html).toContain("SMS: the phone number cannot be read");
  });

  it("of whom nothing is written says so, with the reason", () => {
    const html = draw(
      createElement(SampleDetail, {
        rule: sampleRule(),
        sample: {
          ...{ recordId: "1", name: "", address: null, verdict: "refused", reason: "no_address" },
          ...{ before: null, after: null, omissions: [] },
        },
      }),
    );
    expect(html).toContain("No e-mail address in Shopify");
    expect(html).toContain("Nothing would be written.");
    expect(html).not.toContain("<table");
  });
});
