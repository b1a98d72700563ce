import { describe, expect, it, test } from "vitest";
import { nothingShown, searchSyncs } from "@/components/syncs/find-syncs";
import { nextRow } from "@/components/ui/row-keys";

const sync = (name: string, sourceName: string | null = "Night Shop", destinationName: string | null = "Harbour") => ({
  ...{ name, sourceName, destinationName },
});

describe("searching syncs", () => {
  const all = [sync("Newsletter"), sync("Café Pariser Platz", null, null), sync("東京本店の同期"), sync("ＶＩＰ")];
  test.each([
    ["", [0, 1, 2, 3]],
    ["  ", [0, 1, 2, 3]],
    ["news", [0]],
    ["NEWS harbour", [0]],
    ["cafe", [1]],
    ["本店", [2]],
    ["vip", [3]],
    ["nothing like it", []],
  ])("%j", (search, found) => {
    expect(searchSyncs(all, search)).toEqual(found.map((index) => all[index]));
  });
});

describe("why nothing is shown", () => {
  it("tells a search from a view, and a view from good news", () => {
    expect(nothingShown(1, "attention", "x")).toBeNull();
    expect(nothingShown(0, "attention", "x")).toBe("search");
    expect(nothingShown(0, "attention", " ")).toBe("all_clear");
    expect(nothingShown(0, "paused", "")).toBe("view");
  });
});

test.each([
  ["j", -1, 3, 0],
  ["j", 0, 3, 1],
  ["j", 2, 3, 2],
  ["k", -1, 3, 2],
  ["k", 0, 3, 0],
  ["k", 2, 3, 1],
  ["j", -1, 0, -1],
] as const)("%s from row %i of %i leads to %i", (key, at, rows, to) => {
  expect(nextRow(key, at, rows)).toBe(to);
});
