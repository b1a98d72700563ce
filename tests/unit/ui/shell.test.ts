import { describe, expect, it } from "vitest";
import { isWithin, navigationOf } from "@/components/shell/navigation";
import { themeOf } from "@/components/shell/theme";
import { cn } from "@/components/ui/cn";

describe("navigation", () => {
  it("shows the sandbox on a demo installation only", () => {
    expect(navigationOf("w1", false).map((item) => item.key)).not.toContain("sandbox");
    expect(navigationOf("w1", true).map((item) => item.key)).toContain("sandbox");
  });

  it("marks a page and what lies below it, and nothing that merely begins alike", () => {
    const [syncs] = navigationOf("w1", false);
    if (!syncs) throw new Error("no syncs");
    const marked = ["/w/w1/syncs", "/w/w1/syncs/7/runs", "/w/w1/syncs-archive", "/w/w1", "/w/w2/syncs"];
    expect(marked.map((path) => isWithin(syncs, path))).toEqual([true, true, false, false, false]);
  });
});

describe("themeOf", () => {
  it("follows the system for whatever a cookie should not say", () => {
    expect([undefined, "", "dark", "light", 'dark" onload="x'].map(themeOf)).toEqual([
      "system",
      "system",
      "dark",
      "light",
      "system",
    ]);
  });
});

describe("cn", () => {
  it("lets the later of two sizes win and keeps size and colour apart", () => {
    expect(cn("text-xs text-muted", "text-2xs")).toBe("text-muted text-2xs");
    expect(cn("px-2", undefined, false, "px-4")).toBe("px-4");
  });
});
