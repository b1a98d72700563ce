import { describe, expect, it } from "vitest";
import { mayPublish, previewView } from "@/components/rule/preview-state";
import { sameJson } from "@/components/rule/same-json";
import { saveStatusOf } from "@/components/rule/save-status";
import { emptyTotals } from "@/lib/rules/preview";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { sampleRule } from "@/tests/unit/rules/samples";

const clean = { isDirty: false, isSaving: false, isAsking: false, faultCount: 0, failure: null };
const failure = { message: { key: "errors.unavailable" }, conflict: null };

describe("what is said about saving", () => {
  it.each([
    ["saved", clean],
    ["saving", { ...clean, isDirty: true, isSaving: true, failure }],
    ["unsaved", { ...clean, isDirty: true }],
    ["incomplete", { ...clean, isDirty: true, faultCount: 2, isAsking: true, failure }],
    ["asking", { ...clean, isDirty: true, isAsking: true }],
    ["failed", { ...clean, isDirty: true, failure }],
  ] as const)("%s", (kind, facts) => {
    expect(saveStatusOf(facts).kind).toBe(kind);
  });

  it("never says saved while something is only in the browser", () => {
    for (const isAsking of [true, false])
      for (const faultCount of [0, 1])
        expect(saveStatusOf({ ...clean, isDirty: true, isAsking, faultCount }).kind).not.toBe("saved");
  });
});

const rule = sampleRule();
const preview: ShownPreview = {
  ...{ id: "p", state: "ready", digest: "d".repeat(64), rule, totals: emptyTotals(), samples: [], failure: null },
  ...{ startedAtMs: 0, expiresAtMs: 1_000, isExpired: false, callsPerMinute: 480, live: null, nextNumber: 1 },
  ends: {
    source: { connectionId: "s", kind: "shopify", identity: "shop", timeZone: "UTC", currency: "EUR" },
    destination: { connectionId: "d", kind: "brevo", identity: "org" },
    sourceApiVersion: "2026-07",
  },
};

describe("what the preview panel shows", () => {
  it("is stale as soon as the draft is another, and not when it is edited back", () => {
    const edited = { ...rule, badRecords: "stop" as const };
    expect(previewView(preview, edited, 0)).toMatchObject({ kind: "ready", isStale: true });
    expect(previewView(preview, { ...edited, badRecords: "hold" }, 0)).toMatchObject({ isStale: false });
  });

  it("expires while it is looked at", () => {
    expect(previewView(preview, rule, 999)).toMatchObject({ isExpired: false });
    expect(previewView(preview, rule, 1_000)).toMatchObject({ isExpired: true });
    expect(previewView({ ...preview, isExpired: true }, rule, 0)).toMatchObject({ isExpired: true });
  });

  it("throws at a state it does not know", () => {
    expect(() => previewView({ ...preview, state: "resting" as never }, rule, 0)).toThrow("resting");
  });

  it("lets only a fresh, saved, finished preview be published", () => {
    expect(mayPublish(previewView(preview, rule, 0), true)).toBe(true);
    expect(mayPublish(previewView(preview, rule, 0), false)).toBe(false);
    expect(mayPublish(previewView(preview, { ...rule, filter: [{ op: "is_set", field: "phone" }] }, 0), true)).toBe(
      false,
    );
    expect(mayPublish(previewView(preview, rule, 2_000), true)).toBe(false);
    for (const state of ["running", "failed"] as const)
      expect(mayPublish(previewView({ ...preview, state }, rule, 0), true)).toBe(false);
    expect(mayPublish({ kind: "none" }, true)).toBe(false);
  });
});

describe("equal JSON", () => {
  it("does not mind the order of keys, nor what is undefined", () => {
    expect(sameJson({ a: 1, b: [{ c: null, d: undefined }] }, { b: [{ c: null }], a: 1 })).toBe(true);
  });

  it.each([
    [{ a: 1 }, { a: "1" }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 1 }, { b: 1 }],
    [[], {}],
    [null, {}],
    [{ a: undefined, b: 1 }, { a: 1 }],
  ])("tells %j from %j", (one, other) => {
    expect(sameJson(one, other)).toBe(false);
    expect(sameJson(other, one)).toBe(false);
  });

  it("takes an empty number for itself, so that an empty box is no endless change", () => {
    expect(sameJson({ caps: Number.NaN }, { caps: Number.NaN })).toBe(true);
  });
});
