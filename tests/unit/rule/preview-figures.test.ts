import { describe, expect, it } from "vitest";
import {
  addsUp,
  attributeRows,
  capsFrom,
  estimateMinutes,
  listRows,
  omissionRows,
  refusalRows,
} from "@/components/rule/preview-figures";
import { emptyTotals, type PreviewSample } from "@/lib/rules/preview";
import { attribute, MARKETING, NOTICES, row, sampleRule } from "@/tests/unit/rules/samples";

const totals = { ...emptyTotals(), read: 100, create: 40, update: 20, unchanged: 5, refused: 30, filtered: 5 };

describe("totals", () => {
  it("add up, or are no picture", () => {
    expect(addsUp(totals)).toBe(true);
    expect(addsUp({ ...totals, refused: 29 })).toBe(false);
  });

  it("take as long as the account lets them", () => {
    expect(estimateMinutes(totals, 480)).toBe(1);
    expect(estimateMinutes({ ...totals, create: 4_800, update: 0 }, 480)).toBe(21);
    expect(estimateMinutes({ ...totals, create: 0, update: 0 }, 480)).toBe(0);
  });

  it("propose caps that let what was counted through", () => {
    const caps = capsFrom({ ...totals, create: 4_000, update: 2_000 }, 480);
    expect(caps.created).toBeGreaterThanOrEqual(4_000);
    expect(caps.written).toBeGreaterThanOrEqual(6_000);
    expect(caps.calls).toBeGreaterThanOrEqual(10_000);
  });

  it("list reasons and omissions, the most frequent first", () => {
    expect(refusalRows({ ...totals, refusedBy: { pending: 3, unsubscribed: 27 } })).toEqual([
      { reason: "unsubscribed", count: 27 },
      { reason: "pending", count: 3 },
    ]);
    expect(omissionRows({ ...totals, omitted: { "A:not_a_date": 1, "SMS:phone_does_not_parse": 4 } })).toEqual([
      { attribute: "SMS", why: "phone_does_not_parse", count: 4 },
      { attribute: "A", why: "not_a_date", count: 1 },
    ]);
  });
});

const rule = sampleRule({
  mapping: [
    row("firstName", attribute("FIRSTNAME")),
    row("lastName", attribute("LASTNAME")),
    row("phone", attribute("SMS")),
    row("createdAt", attribute("SINCE", "date"), { kind: "date" }),
    row("tags", attribute("TAGS")),
  ],
  lists: [MARKETING, NOTICES, { id: 11, name: "VIP", marketing: true }],
});

function sample(changes: Partial<PreviewSample> = {}): PreviewSample {
  return {
    recordId: "1",
    name: "Ana",
    address: "ana@example.com",
    verdict: "update",
    reason: null,
    before: {
      id: "5",
      attributes: {
        FIRSTNAME: "Ana",
        LASTNAME: "Old",
        SMS: "4477009001",
        SINCE: "2024-01-02T00:00:00.000Z",
        TAGS: "x",
      },
      listIds: [7, 11],
      blocklisted: false,
    },
    after: {
      attributes: { FIRSTNAME: "Ana", LASTNAME: "New", SINCE: "2024-01-02", TAGS: "" },
      listIds: [9],
      unlinkListIds: [7],
    },
    omissions: [],
    ...changes,
  };
}

describe("one customer, before and after", () => {
  const changesOf = (one: PreviewSample) =>
    Object.fromEntries(attributeRows(one, rule).map(({ attribute: name, change }) => [name, change]));

  it("marks what changes and nothing else", () => {
    expect(changesOf(sample())).toEqual({
      FIRSTNAME: "same",
      LASTNAME: "changed",
      SMS: "kept",
      SINCE: "same",
      TAGS: "cleared",
    });
  });

  it("shows what is not written as what stands in Brevo", () => {
    const sms = attributeRows(sample(), rule).find(({ attribute: name }) => name === "SMS");
    expect(sms).toMatchObject({ before: "4477009001", after: "4477009001" });
  });

  it("takes a phone with and without its plus for the same", () => {
    const after = { attributes: { SMS: "+4477009001" }, listIds: [], unlinkListIds: [] };
    expect(changesOf(sample({ after }))).toMatchObject({ SMS: "same" });
  });

  it("has only new values for a new contact", () => {
    expect(changesOf(sample({ before: null }))).toMatchObject({ FIRSTNAME: "added", LASTNAME: "added", TAGS: "same" });
  });

  it("says which lists are joined, left and kept", () => {
    expect(listRows(sample(), rule).map(({ name, change }) => [name, change])).toEqual([
      ["Newsletter", "left"],
      ["Warranty notices", "joined"],
      ["VIP", "stays_on"],
    ]);
    expect(listRows(sample({ before: null }), rule).map(({ change }) => change)).toEqual([
      "stays_off",
      "joined",
      "stays_off",
    ]);
  });
});
