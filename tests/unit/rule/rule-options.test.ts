import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeRow, keyed } from "@/components/rule/edited-rule";
import {
  CONDITION_OPS,
  conditionOf,
  newTransform,
  opsFor,
  partsOf,
  readNumber,
  TRANSFORM_KINDS,
  transformsFor,
  withSource,
} from "@/components/rule/rule-options";
import { ruleProblems } from "@/lib/rules/problems";
import { conditionSchema, SOURCE_FIELDS, transformSchema } from "@/lib/rules/schema";
import { attribute, row } from "@/tests/unit/rules/samples";

const fields = fc.constantFrom(...SOURCE_FIELDS);

describe("transforms", () => {
  it("are all of those that a rule may have", () => {
    expect(new Set(TRANSFORM_KINDS)).toEqual(new Set(transformSchema.options.map(({ shape }) => shape.kind.value)));
  });

  it("offered for a field never misfit, and one that is not offered does", () => {
    for (const source of SOURCE_FIELDS)
      for (const kind of TRANSFORM_KINDS) {
        const target = attribute("A");
        const problems = ruleProblems(
          { mapping: [row(source, target, newTransform(kind))], lists: [] },
          { attributes: [target], lists: [] },
        );
        expect([source, kind, problems.some(({ code }) => code === "transform_does_not_fit")]).toEqual([
          source,
          kind,
          !transformsFor(source).includes(kind),
        ]);
      }
  });

  it("stay with a new field when they fit it, and give way when they do not", () => {
    const trimmed = row("firstName", attribute("A"), { kind: "trim" });
    expect(withSource(trimmed, "lastName").transform).toEqual({ kind: "trim" });
    expect(withSource(trimmed, "createdAt").transform).toEqual({ kind: "date" });
    expect(withSource(trimmed, "phone").transform).toEqual({ kind: "none" });
    const joined = row("tags", attribute("A"), { kind: "join", separator: "|" });
    expect(withSource(joined, "firstName").transform).toEqual({ kind: "none" });
    expect(withSource(row("phone", attribute("A")), "tags").transform).toEqual({ kind: "none" });
  });
});

describe("conditions", () => {
  it("know every operation of the schema", () => {
    expect(new Set(CONDITION_OPS)).toEqual(new Set(conditionSchema.options.map(({ shape }) => shape.op.value)));
  });

  it("of any parts are of the schema's form, whatever was typed before", () => {
    const parts = fc.record({ field: fields, op: fc.constantFrom(...CONDITION_OPS), value: fc.constant("12.5") });
    fc.assert(
      fc.property(parts, (asked) => {
        const condition = conditionOf(asked);
        expect(conditionSchema.safeParse(condition).success).toBe(true);
        expect(opsFor(condition.field)).toContain(condition.op);
        expect(condition.field).toBe(asked.field);
      }),
    );
  });

  it("keep what was typed when read back", () => {
    expect(partsOf(conditionOf({ field: "amountSpent", op: "at_least", value: "40" })).value).toBe("40");
    expect(partsOf(conditionOf({ field: "amountSpent", op: "at_least", value: "" })).value).toBe("");
    expect(partsOf(conditionOf({ field: "email", op: "contains", value: "@b.example" })).value).toBe("@b.example");
  });

  it("take an empty box for no number rather than zero", () => {
    expect(readNumber(" ")).toBeNaN();
    expect(readNumber("0")).toBe(0);
  });
});

describe("rows", () => {
  it("change and go by their key alone", () => {
    const rows = [keyed("a"), keyed("b")];
    const [, second] = rows;
    if (!second) throw new Error("two rows");
    expect(changeRow(rows, second.key, () => "c").map(({ value }) => value)).toEqual(["a", "c"]);
    expect(changeRow(rows, second.key, () => null).map(({ value }) => value)).toEqual(["a"]);
    expect(changeRow(rows, "none", () => null)).toEqual(rows);
  });
});
