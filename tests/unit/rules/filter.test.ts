import { expect, test } from "vitest";
import { passesFilter } from "@/lib/rules/filter";
import type { Condition } from "@/lib/rules/schema";
import { sampleCustomer } from "./samples";

const passes = (condition: Condition, changes = {}) =>
  passesFilter(sampleCustomer(changes), [condition], "America/Sao_Paulo");

test.each<[Condition, boolean]>([
  [{ op: "equals", field: "countryCode", value: "br" }, true],
  [{ op: "equals", field: "countryCode", value: "B" }, false],
  [{ op: "not_equals", field: "countryCode", value: "BR" }, false],
  [{ op: "not_equals", field: "countryCode", value: "PT" }, true],
  [{ op: "equals", field: "amountSpent", value: "129.9" }, true],
  [{ op: "equals", field: "amountSpent", value: "a lot" }, false],
  [{ op: "equals", field: "numberOfOrders", value: "3.0" }, true],
  [{ op: "equals", field: "verifiedEmail", value: "true" }, true],
  [{ op: "equals", field: "tags", value: "vip" }, true],
  [{ op: "contains", field: "tags", value: "whole" }, false],
  [{ op: "contains", field: "tags", value: "WHOLESALE" }, true],
  [{ op: "contains", field: "email", value: "@example." }, true],
  [{ op: "contains", field: "email", value: "@other." }, false],
  [{ op: "equals", field: "createdAt", value: "2024-03-31" }, true],
  [{ op: "contains", field: "createdAt", value: "2024-04" }, false],
  [{ op: "at_least", field: "numberOfOrders", value: 3 }, true],
  [{ op: "at_least", field: "numberOfOrders", value: 3.1 }, false],
  [{ op: "at_most", field: "amountSpent", value: 129.9 }, true],
  [{ op: "at_most", field: "amountSpent", value: 129.8 }, false],
  [{ op: "is_set", field: "phone" }, true],
  [{ op: "is_not_set", field: "phone" }, false],
])("%j on the sample: %j", (condition, expected) => expect(passes(condition)).toBe(expected));

test("an empty field equals and contains nothing, differs from everything and is not set", () => {
  const empty = { provinceCode: null, tags: [] };
  expect(passes({ op: "equals", field: "provinceCode", value: "" }, empty)).toBe(false);
  expect(passes({ op: "equals", field: "provinceCode", value: "null" }, empty)).toBe(false);
  expect(passes({ op: "contains", field: "provinceCode", value: "null" }, empty)).toBe(false);
  expect(passes({ op: "contains", field: "tags", value: "vip" }, empty)).toBe(false);
  expect(passes({ op: "not_equals", field: "provinceCode", value: "SP" }, empty)).toBe(true);
  expect(passes({ op: "is_not_set", field: "tags" }, empty)).toBe(true);
});

test("an amount that cannot be read passes neither bound", () => {
  expect(passes({ op: "at_least", field: "amountSpent", value: 0 }, { amountSpent: "1e9" })).toBe(false);
  expect(passes({ op: "at_most", field: "amountSpent", value: 1e12 }, { amountSpent: "" })).toBe(false);
});

test("every condition must hold; none lets everyone pass", () => {
  const yes: Condition = { op: "is_set", field: "email" };
  const no: Condition = { op: "is_not_set", field: "email" };
  expect(passesFilter(sampleCustomer(), [], "UTC")).toBe(true);
  expect(passesFilter(sampleCustomer(), [yes, yes], "UTC")).toBe(true);
  expect(passesFilter(sampleCustomer(), [yes, no], "UTC")).toBe(false);
});
