import type { RuleChange } from "@/lib/rules/diff";

/**
 * Whether a change of the rule leaves customers that were sent before as they were, until they change: then publishing asks whether they are sent again.
 * What only bounds or orders the work does not.
 */
export const concernsExisting = (changes: readonly RuleChange[]): boolean => changes.some(concerns);

function concerns(change: RuleChange): boolean {
  switch (change.kind) {
    case "mapping_added":
    case "mapping_removed":
    case "mapping_changed":
    case "condition_added":
    case "condition_removed":
    case "list_added":
    case "list_removed":
    case "list_changed":
    case "opt_in_levels_changed":
    case "on_withdrawal_changed":
      return true;
    case "bad_records_changed":
    case "on_deleted_changed":
    case "cap_changed":
    case "reordered":
      return false;
  }
}
