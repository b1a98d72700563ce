import type { ContactPayload } from "@/lib/rules/payload";
import type { Rule } from "@/lib/rules/schema";

/** What takes a contact off every list of the rule and changes nothing else: for records that are gone from the source. */
export const takeOffLists = (rule: Rule): ContactPayload => ({
  attributes: {},
  listIds: [],
  unlinkListIds: rule.lists.map((list) => list.id),
});
