import { NextIntlClientProvider } from "next-intl";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PreviewPanel, type PreviewPanelProps } from "@/components/rule/preview-panel";
import { loadMessages } from "@/lib/i18n/messages";
import { emptyTotals } from "@/lib/rules/preview";
import { FAILURE_CODES, failure } from "@/lib/runner/failures";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { sampleRule } from "@/tests/unit/rules/samples";

const messages = await loadMessages("en");
const READY = { kind: "ready", isStale: false, isExpired: false } as const;

const preview: ShownPreview = {
  ...{ id: "p", state: "ready", digest: "d".repeat(64), rule: sampleRule(), samples: [], failure: null },
  totals: { ...emptyTotals(), read: 3, create: 1, refused: 2, refusedBy: { pending: 2 }, whole: true },
  ...{ startedAtMs: 0, expiresAtMs: 1_000, isExpired: false, callsPerMinute: 480, live: null, nextNumber: 1 },
  ends: {
    source: { connectionId: "s", kind: "shopify", identity: "shop", timeZone: "UTC", currency: "EUR" },
    destination: { connectionId: "d", kind: "brevo", identity: "org" },
    sourceApiVersion: "2026-07",
  },
};

function draw(changes: Partial<PreviewPanelProps>): string {
  const panel = createElement(PreviewPanel, {
    ...{ preview, view: READY, isStarting: false, isUnread: false, refusal: null, missing: [] },
    ...{ isUnfit: false, isUnsavable: false, mayStart: true, onStart: () => {}, publish: null },
    ...changes,
  });
  const onError = (error: Error) => {
    throw error;
  };
  const provider = { locale: "en", messages, timeZone: "UTC", now: new Date(0), onError, children: panel };
  return renderToStaticMarkup(createElement(NextIntlClientProvider, provider));
}

const isDisabled = (html: string) => /<button[^>]* disabled=""[^>]*>/.test(html);

describe("the preview panel", () => {
  it("shows totals with their reasons, all customers or a part", () => {
    const html = draw({});
    expect(html).toContain("All 3 customers of the shop.");
    expect(html).toContain("Has not confirmed the subscription yet");
    expect(html).toContain(`${"d".repeat(12)}…`);
    const totals = { ...emptyTotals(), read: 5_000, create: 5_000 };
    expect(draw({ preview: { ...preview, totals } })).toContain("The first 5,000 customers; the shop has more.");
  });

  it("throws rather than draw totals that do not add up", () => {
    expect(() => draw({ preview: { ...preview, totals: { ...emptyTotals(), read: 2, create: 1 } } })).toThrow("add up");
  });

  it("says that it is stale or expired", () => {
    expect(draw({ view: { ...READY, isStale: true } })).toContain("shows an earlier draft");
    expect(draw({ view: { ...READY, isExpired: true } })).toContain("counts for 24 hours");
    expect(draw({})).not.toMatch(/earlier draft|24 hours/);
  });

  it.each(FAILURE_CODES)("explains the failure %s", (code) => {
    const html = draw({ view: { kind: "failed" }, preview: { ...preview, state: "failed", failure: failure(code) } });
    expect(html).toContain(code);
    expect(html).toContain("Nothing was written.");
    expect(html).not.toContain("Totals");
  });

  it("cannot be started while it runs, or while the rule is not whole, does not fit or is not saved", () => {
    expect(isDisabled(draw({}))).toBe(false);
    for (const changes of [
      { view: { kind: "running" } },
      { isStarting: true },
      { isUnfit: true },
      { isUnsavable: true },
      { missing: [{ code: "rule.no_list" }] },
    ] satisfies Partial<PreviewPanelProps>[])
      expect([changes, isDisabled(draw(changes))]).toEqual([changes, true]);
    expect(draw({ missing: [{ code: "rule.no_list" }] })).toContain("Choose at least one list.");
  });

  it("has nothing to press for who may only look", () => {
    expect(draw({ mayStart: false, isUnfit: true })).not.toMatch(/Preview again|Mend what is marked/);
  });
});
