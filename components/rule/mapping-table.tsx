"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { AccountShape } from "@/lib/rules/problems";
import type { MappingRow } from "@/lib/rules/schema";
import { changeRow, type EditedRule, type EditRule, keyed, NO_ATTRIBUTE } from "./edited-rule";
import { MappingRowFields } from "./mapping-row";
import { RowNotes } from "./row-notes";
import { faultAt, problemsAt, type RuleFaults } from "./rule-faults";
import { useAddedRow } from "./use-added-row";

export interface MappingTableProps {
  rule: EditedRule;
  edit: EditRule;
  account: AccountShape;
  faults: RuleFaults;
  /** Names of other syncs by the attribute of this account that they write. */
  rivals: Readonly<Record<string, string>>;
}

/** Which field goes to which attribute, a row each. */
export function MappingTable({ rule, edit, account, faults, rivals }: MappingTableProps) {
  const t = useTranslations("rule.mapping");
  const { addedKey, setAddedKey, addButton } = useAddedRow();
  const change = (key: string, next: (row: MappingRow) => MappingRow | null) =>
    edit((now) => ({ ...now, mapping: changeRow(now.mapping, key, next) }));
  const add = () => {
    const row = keyed<MappingRow>({ source: "firstName", transform: { kind: "none" }, target: NO_ATTRIBUTE });
    setAddedKey(row.key);
    edit((now) => ({ ...now, mapping: [...now.mapping, row] }));
  };
  const remove = (key: string) => {
    change(key, () => null);
    addButton.current?.focus();
  };
  return (
    <Card title={t("title")} description={t("description")} flush>
      <ColumnHeads />
      {rule.mapping.map(({ key, value }, index) => (
        <MappingRowFields
          key={key}
          rowKey={key}
          number={index + 1}
          row={value}
          account={account}
          fault={faultAt(faults.unsaved, `mapping.${index}`) ?? faultAt(faults.missing, `mapping.${index}`)}
          problems={problemsAt(faults.problems, `mapping.${index}`)}
          rival={rivals[value.target.name]}
          takesFocus={key === addedKey}
          onChange={(next) => change(key, next)}
          onRemove={() => remove(key)}
        />
      ))}
      {rule.mapping.length === 0 ? <p className="px-4 py-4 text-muted text-sm">{t("empty")}</p> : null}
      <div className="grid gap-2 border-line border-t px-4 py-2.5">
        <RowNotes id="mapping-notes" fault={faults.unsaved.mapping ?? faults.missing.mapping} problems={[]} />
        <Button
          ref={addButton}
          size="small"
          onClick={add}
          disabled={rule.mapping.length >= 60}
          className="justify-self-start"
        >
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </div>
    </Card>
  );
}

/** Names of the columns, where rows are not stacked; each control has its name by itself. */
function ColumnHeads() {
  const t = useTranslations("rule.mapping");
  return (
    <div
      aria-hidden
      className="hidden gap-2 border-line border-b bg-sunken py-1.5 pr-14 pl-4 text-muted text-xs sm:grid sm:grid-cols-[1fr_0.9fr_1.25rem_1.4fr]"
    >
      <span>{t("source")}</span>
      <span>{t("transform")}</span>
      <span />
      <span>{t("target")}</span>
    </div>
  );
}
