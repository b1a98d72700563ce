import { describe, expect, it } from "vitest";
import { draftForm, previewForm } from "@/app/(merchant)/w/[workspace]/syncs/[sync]/rule/schema";
import { parseForm, runAction } from "@/lib/http/action";
import { ok } from "@/lib/kernel/result";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries({ rule: "{}", revision: "3", keepRunning: "true", ...fields }))
    data.set(name, value);
  return data;
}

const save = (fields: Record<string, string>) =>
  runAction(form(fields), { name: "save_draft", schema: draftForm }, async () => ok({ revision: 4, stopped: false }));

describe("what is sent to save a draft", () => {
  it("is parsed; the answer carries the new revision", async () => {
    expect(parseForm(form({ rule: '{"a":[1]}', keepRunning: "false" }), draftForm)).toEqual({
      ok: true,
      value: { rule: { a: [1] }, revision: 3, keepRunning: false },
    });
    expect(await save({})).toEqual({ status: "done", value: { revision: 4, stopped: false } });
  });

  it.each([
    ["JSON that is none", { rule: "{not json" }, "rule", "rule.errors.not_json"],
    ["half a rule", { rule: '{"version":1,' }, "rule", "rule.errors.not_json"],
    ["too much", { rule: `"${"x".repeat(600_000)}"` }, "rule", "rule.errors.too_large"],
    ["no revision", { revision: "latest" }, "revision", "errors.field_type"],
    ["a wish that is neither yes nor no", { keepRunning: "perhaps" }, "keepRunning", "errors.field_choice"],
  ])("refuses %s, and gives back what was sent", async (_what, fields, field, key) => {
    const state = await save(fields);
    if (state.status !== "failed") throw new Error("it was accepted");
    expect(state.fields[field]?.key).toBe(key);
    expect(state.values.rule).toBe(form(fields).get("rule"));
  });

  it("takes no revision below the first for a preview", () => {
    expect(parseForm(form({ revision: "0" }), previewForm).ok).toBe(false);
    expect(parseForm(form({ revision: "1" }), previewForm).ok).toBe(true);
  });
});
