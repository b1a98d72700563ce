import type { DraftRule } from "@/lib/rules/draft";
import type { Attribute, Condition, MappingRow } from "@/lib/rules/schema";

/** A row on the screen: its key stays while its content changes, so that focus and text stay with it. */
export interface Keyed<T> {
  key: string;
  value: T;
}

/** The rule as the editor holds it: what is not filled in yet is an empty name or NaN, and is not saved until it is whole. */
export type EditedRule = Omit<DraftRule, "mapping" | "filter"> & {
  mapping: Keyed<MappingRow>[];
  filter: Keyed<Condition>[];
};

/** How a part of the form changes the rule: from what it is now, never from what it was when drawn. */
export type EditRule = (change: (rule: EditedRule) => EditedRule) => void;

/** A target that is still to be chosen. */
export const NO_ATTRIBUTE: Attribute = { name: "", type: "text", options: [] };

let lastKey = 0;

export function keyed<T>(value: T): Keyed<T> {
  lastKey += 1;
  return { key: `row-${lastKey}`, value };
}

/** @param rule the stored draft; rows get keys by their place, the same on the server and in the browser */
export function toEdited(rule: DraftRule): EditedRule {
  return {
    ...rule,
    mapping: rule.mapping.map((value, index) => ({ key: `stored-${index}`, value })),
    filter: rule.filter.map((value, index) => ({ key: `stored-${index}`, value })),
  };
}

export function toDraft(edited: EditedRule): DraftRule {
  return {
    ...edited,
    mapping: edited.mapping.map(({ value }) => value),
    filter: edited.filter.map(({ value }) => value),
  };
}

/** Changes the row with this key, or takes it out when `change` gives null. */
export function changeRow<T>(rows: Keyed<T>[], key: string, change: (value: T) => T | null): Keyed<T>[] {
  return rows.flatMap((row) => {
    if (row.key !== key) return [row];
    const value = change(row.value);
    return value === null ? [] : [{ key, value }];
  });
}
