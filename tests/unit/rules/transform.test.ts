import { expect, test } from "vitest";
import type { Transform } from "@/lib/rules/schema";
import type { SourceValue } from "@/lib/rules/source-value";
import { applyTransform } from "@/lib/rules/transform";

const NIGHT = { instantMs: Date.parse("2026-03-01T01:30:00Z") };
const cases: [Transform, SourceValue, SourceValue][] = [
  [{ kind: "none" }, " x ", " x "],
  [{ kind: "trim" }, " x ", "x"],
  [{ kind: "trim" }, [" a ", " "], ["a"]],
  [{ kind: "trim" }, 3, 3],
  [{ kind: "trim" }, null, null],
  [{ kind: "lowercase" }, "ÀB", "àb"],
  [{ kind: "uppercase" }, "br", "BR"],
  [{ kind: "date" }, NIGHT, "2026-02-28"],
  [{ kind: "date" }, "text", "text"],
  [{ kind: "join", separator: "; " }, ["a", "b"], "a; b"],
  [{ kind: "join", separator: ";" }, [], ""],
  [{ kind: "has_tag", tag: "vip" }, ["VIP "], true],
  [{ kind: "has_tag", tag: "vip" }, ["vip-lapsed"], false],
  [{ kind: "has_tag", tag: "vip" }, [], false],
  [{ kind: "has_tag", tag: "vip" }, "vip", "vip"],
];

test.each(cases)("%j makes of %j: %j", (transform, value, expected) => {
  expect(applyTransform(value, transform, "America/Sao_Paulo")).toEqual(expected);
});
