"use client";

import { useFormatter, useTranslations } from "next-intl";
import { unreachable } from "@/lib/kernel/result";
import type { RuleChange } from "@/lib/rules/diff";
import type { Condition, MappingRow, Rule, TargetList, Transform } from "@/lib/rules/schema";

/** Says parts of a rule as the form names them. */
function usePartWords() {
  const t = useTranslations("rule");
  const format = useFormatter();
  const sayTransform = (transform: Transform) => {
    const word = t(`transforms.${transform.kind}`);
    if (transform.kind === "join") return t("mapped_with", { transform: word, parameter: transform.separator });
    return transform.kind === "has_tag" ? t("mapped_with", { transform: word, parameter: transform.tag }) : word;
  };
  const sayRow = ({ source, transform, target }: MappingRow) =>
    t("mapped_as", {
      source: t(`fields.${source}`),
      transform: sayTransform(transform),
      type: t(`types.${target.type}`),
    });
  const sayCondition = (condition: Condition) => {
    const value = "value" in condition ? String(condition.value) : "";
    return t("condition_said", { field: t(`fields.${condition.field}`), op: t(`ops.${condition.op}`), value }).trim();
  };
  const sayUse = (list: TargetList) =>
    list.marketing ? t("list_use.marketing") : t("list_use.other", { reason: list.reason });
  const sayLevels = (levels: Rule["consent"]["optInLevels"]) =>
    format.list(
      levels.map((level) => t(`opt_in.${level}`)),
      { type: "conjunction" },
    );
  return { sayRow, sayCondition, sayUse, sayLevels };
}

/** Says a difference between two rules in a sentence. */
export function useRuleWords(): (change: RuleChange) => string {
  const t = useTranslations("rule");
  const { sayRow, sayCondition, sayUse, sayLevels } = usePartWords();
  const sayPair = (kind: RuleChange["kind"], from: string, to: string) => t(`changes.${kind}`, { from, to });
  return (change) => {
    const { kind } = change;
    switch (kind) {
      case "mapping_added":
      case "mapping_removed":
        return t(`changes.${kind}`, { source: t(`fields.${change.row.source}`), attribute: change.row.target.name });
      case "mapping_changed":
        return t("changes.mapping_changed", {
          attribute: change.to.target.name,
          from: sayRow(change.from),
          to: sayRow(change.to),
        });
      case "condition_added":
      case "condition_removed":
        return t(`changes.${kind}`, { condition: sayCondition(change.condition) });
      case "list_added":
        return t("changes.list_added", { name: change.list.name, use: sayUse(change.list) });
      case "list_removed":
        return t("changes.list_removed", { name: change.list.name });
      case "list_changed":
        return t("changes.list_changed", { name: change.to.name, from: sayUse(change.from), to: sayUse(change.to) });
      case "opt_in_levels_changed":
        return sayPair(kind, sayLevels(change.from), sayLevels(change.to));
      case "on_withdrawal_changed":
        return sayPair(kind, t(`on_withdrawal.${change.from}`), t(`on_withdrawal.${change.to}`));
      case "bad_records_changed":
        return sayPair(kind, t(`bad_records.${change.from}`), t(`bad_records.${change.to}`));
      case "on_deleted_changed":
        return sayPair(kind, t(`on_deleted.${change.from}`), t(`on_deleted.${change.to}`));
      case "cap_changed":
        return t("changes.cap_changed", { cap: t(`cap.${change.cap}`), from: change.from, to: change.to });
      case "reordered":
        return t("changes.reordered", { part: t(`parts.${change.part}`) });
      default:
        return unreachable(kind);
    }
  };
}
