import { expect, test } from "vitest";
import { normalisePhone } from "@/lib/rules/phone";

test.each([
  ["(11) 96123-4567", "BR", "+5511961234567"],
  ["+55 11 96123-4567", "JP", "+5511961234567"],
  ["090-1234-5678", "JP", "+819012345678"],
  ["202 555 0123", "us", "+12025550123"],
  ["+12025550123", null, "+12025550123"],
  ["2025550123", null, null],
  ["2025550123", "XX", null],
  ["", "US", null],
  ["12", "US", null],
  ["call 2025550123 now", "US", null],
  ["+1 202 555 0123 ext. 5", "US", null],
  ["+999123456789", null, null],
])("%j with country %j is %j", (text, country, expected) => expect(normalisePhone(text, country)).toBe(expected));
