import { canonicalJson } from "@/lib/kernel/canonical-json";
import type { Caps, Condition, MappingRow, Rule, TargetList } from "./schema";

/** One difference between two rules, as the publish dialog shows it. `reordered`: the same entries in another order, which changes the digest alone. */
export type RuleChange =
  | { kind: "mapping_added" | "mapping_removed"; row: MappingRow }
  | { kind: "mapping_changed"; from: MappingRow; to: MappingRow }
  | { kind: "condition_added" | "condition_removed"; condition: Condition }
  | { kind: "list_added" | "list_removed"; list: TargetList }
  | { kind: "list_changed"; from: TargetList; to: TargetList }
  | { kind: "opt_in_levels_changed"; from: Rule["consent"]["optInLevels"]; to: Rule["consent"]["optInLevels"] }
  | { kind: "on_withdrawal_changed"; from: Rule["consent"]["onWithdrawal"]; to: Rule["consent"]["onWithdrawal"] }
  | { kind: "bad_records_changed"; from: Rule["badRecords"]; to: Rule["badRecords"] }
  | { kind: "on_deleted_changed"; from: Rule["onDeleted"]; to: Rule["onDeleted"] }
  | { kind: "cap_changed"; cap: keyof Caps; from: number; to: number }
  | { kind: "reordered"; part: "mapping" | "filter" | "lists" };

/** What changes from one rule to the next; empty exactly when their publication digests (with the same ends) are equal. */
export function diffRules(from: Rule, to: Rule): RuleChange[] {
  return [
    ...mappingChanges(from.mapping, to.mapping),
    ...conditionChanges(from.filter, to.filter),
    ...listChanges(from.lists, to.lists),
    ...settingChanges(from, to),
    ...capChanges(from.caps, to.caps),
  ];
}

function same(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function mappingChanges(from: MappingRow[], to: MappingRow[]): RuleChange[] {
  const nameOf = (row: MappingRow) => row.target.name;
  const pairs = pairBy(from, to, nameOf);
  const changes: RuleChange[] = [
    ...pairs.removed.map((row) => ({ kind: "mapping_removed" as const, row })),
    ...pairs.changed.map((pair) => ({ kind: "mapping_changed" as const, ...pair })),
    ...pairs.added.map((row) => ({ kind: "mapping_added" as const, row })),
  ];
  return changes.length === 0 && !same(from, to) ? [{ kind: "reordered", part: "mapping" }] : changes;
}

function listChanges(from: TargetList[], to: TargetList[]): RuleChange[] {
  const pairs = pairBy(from, to, (list) => String(list.id));
  const changes: RuleChange[] = [
    ...pairs.removed.map((list) => ({ kind: "list_removed" as const, list })),
    ...pairs.changed.map((pair) => ({ kind: "list_changed" as const, ...pair })),
    ...pairs.added.map((list) => ({ kind: "list_added" as const, list })),
  ];
  return changes.length === 0 && !same(from, to) ? [{ kind: "reordered", part: "lists" }] : changes;
}

/** Conditions have no name of their own, so an edited one is one removed and one added. The same condition twice counts twice. */
function conditionChanges(from: Condition[], to: Condition[]): RuleChange[] {
  const removed = withoutMatches(from, to);
  const added = withoutMatches(to, from);
  const changes: RuleChange[] = [
    ...removed.map((condition) => ({ kind: "condition_removed" as const, condition })),
    ...added.map((condition) => ({ kind: "condition_added" as const, condition })),
  ];
  return changes.length === 0 && !same(from, to) ? [{ kind: "reordered", part: "filter" }] : changes;
}

function settingChanges(from: Rule, to: Rule): RuleChange[] {
  const changes: RuleChange[] = [];
  if (!same(from.consent.optInLevels, to.consent.optInLevels))
    changes.push({ kind: "opt_in_levels_changed", from: from.consent.optInLevels, to: to.consent.optInLevels });
  if (from.consent.onWithdrawal !== to.consent.onWithdrawal)
    changes.push({ kind: "on_withdrawal_changed", from: from.consent.onWithdrawal, to: to.consent.onWithdrawal });
  if (from.badRecords !== to.badRecords)
    changes.push({ kind: "bad_records_changed", from: from.badRecords, to: to.badRecords });
  if (from.onDeleted !== to.onDeleted)
    changes.push({ kind: "on_deleted_changed", from: from.onDeleted, to: to.onDeleted });
  return changes;
}

function capChanges(from: Caps, to: Caps): RuleChange[] {
  const caps = ["calls", "created", "written", "minutes"] as const;
  return caps
    .filter((cap) => from[cap] !== to[cap])
    .map((cap) => ({ kind: "cap_changed", cap, from: from[cap], to: to[cap] }));
}

/** Entries matched by name; names are unique within a valid rule. */
function pairBy<T>(from: T[], to: T[], nameOf: (entry: T) => string) {
  const before = new Map(from.map((entry) => [nameOf(entry), entry]));
  const after = new Set(to.map(nameOf));
  const changed: { from: T; to: T }[] = [];
  const added: T[] = [];
  for (const entry of to) {
    const old = before.get(nameOf(entry));
    if (old === undefined) added.push(entry);
    else if (!same(old, entry)) changed.push({ from: old, to: entry });
  }
  return { removed: from.filter((entry) => !after.has(nameOf(entry))), changed, added };
}

/** Entries of `from` that find no equal partner of their own in `against`. */
function withoutMatches<T>(from: T[], against: T[]): T[] {
  const left = against.map(canonicalJson);
  return from.filter((entry) => {
    const at = left.indexOf(canonicalJson(entry));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
