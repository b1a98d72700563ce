import { expect, test } from "vitest";
import { currentTab } from "@/components/ui/current-tab";

const tabs = ["/syncs", "/syncs?view=paused", "/syncs?view=running", "/shop"];
const open = (address: string) => {
  const [path = "", query = ""] = address.split("?");
  return tabs[currentTab(tabs, path, new URLSearchParams(query))];
};

test.each([
  ["/syncs", "/syncs"],
  ["/syncs?view=paused", "/syncs?view=paused"],
  ["/syncs?q=news&view=paused", "/syncs?view=paused"],
  ["/syncs?view=paused&before=1", "/syncs?view=paused"],
  ["/syncs?view=unknown", "/syncs"],
  ["/shop?page=2", "/shop"],
  ["/elsewhere", undefined],
])("at %s the open tab is %s", (address, tab) => {
  expect(open(address)).toBe(tab);
});
