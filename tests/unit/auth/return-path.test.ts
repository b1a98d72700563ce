import { describe, expect, it } from "vitest";
import { returnPath } from "@/lib/auth/return-path";

describe("returnPath", () => {
  it.each(["/w/1/syncs", "/w/1/syncs?view=paused#top", "/"])("keeps our own path %s", (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    undefined,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/a\\..\\b",
    "javascript:alert(1)",
    "w/1",
    "/a b",
    "/\t/evil.example",
    "/\n//evil.example",
  ])("goes to the start instead of %j", (path) => {
    expect(returnPath(path)).toBe("/");
  });
});
