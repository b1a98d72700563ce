import { describe, expect, test } from "vitest";
import { normaliseAddress } from "@/lib/rules/address";

describe("one spelling per address", () => {
  test.each([
    ["  Ana@Example.COM\n", "ana@example.com"],
    ["o'brien+news@example.co.uk", "o'brien+news@example.co.uk"],
    ["a@xn--mnchen-3ya.de", "a@xn--mnchen-3ya.de"],
    ["a@München.de", "a@xn--mnchen-3ya.de"],
    ["a@mu\u0308nchen.de", "a@xn--mnchen-3ya.de"],
    ["用户@例子.公司", "用户@xn--fsqu00a.xn--55qx5d"],
    ["JOSÉ@example.com", "josé@example.com"],
    ["jose\u0301@example.com", "josé@example.com"],
    ["=cmd|'/c'!a1@example.com", "=cmd|'/c'!a1@example.com"],
    ["{x}`$`@sub-1.example.museum", "{x}`$`@sub-1.example.museum"],
  ])("%j becomes %j", (text, expected) => expect(normaliseAddress(text)).toBe(expected));
});

describe("what is no plausible address is refused, not repaired", () => {
  test.each([
    "",
    "@example.com",
    "ana",
    "ana@",
    "ana@localhost",
    "a b@example.com",
    "ana@exa mple.com",
    "a@b@example.com",
    ".a@example.com",
    "a.@example.com",
    "a..b@example.com",
    '"quoted"@example.com',
    "ana@example..com",
    "ana@.example.com",
    "ana@-example.com",
    "ana@ex_ample.com",
    "ana@127.0.0.1",
    "ana@1.2",
    "ana@0x7f.0x1",
    "ana@[127.0.0.1]",
    "ana@example.c",
    "ana@example.com:25",
    "ana@example.com/path",
    "ana@example.com?x",
    "ana\r\nBcc: b@example.com",
    "ana\u202e@example.com",
    "ana\u200b@example.com",
    "ana\u0000@example.com",
    "Ana <ana@example.com>",
    "mailto:ana@example.com",
  ])("%j", (text) => expect(normaliseAddress(text)).toBeNull());
});

describe("limits of length, at the edge", () => {
  const long = (labels: number) => `${"d".repeat(60)}.`.repeat(labels);
  test("64 octets of local part pass, 65 do not", () => {
    expect(normaliseAddress(`${"a".repeat(64)}@example.com`)).not.toBeNull();
    expect(normaliseAddress(`${"a".repeat(65)}@example.com`)).toBeNull();
  });
  test("they are octets, not characters", () => expect(normaliseAddress(`${"é".repeat(33)}@example.com`)).toBeNull());
  test("254 octets in all pass, 255 do not", () => {
    const domain = `${long(4)}com`;
    const room = 254 - domain.length - 1;
    expect(normaliseAddress(`${"a".repeat(room)}@${domain}`)).toHaveLength(254);
    expect(normaliseAddress(`${"a".repeat(room + 1)}@${domain}`)).toBeNull();
  });
  test("a label of 63 passes, of 64 does not", () => {
    expect(normaliseAddress(`a@${"d".repeat(63)}.com`)).not.toBeNull();
    expect(normaliseAddress(`a@${"d".repeat(64)}.com`)).toBeNull();
  });
});
