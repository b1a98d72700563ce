"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { type Condition, SOURCE_FIELDS, type SourceField } from "@/lib/rules/schema";
import type { FieldFault } from "@/lib/use-cases/errors";
import { changeRow, type EditedRule, type EditRule, keyed } from "./edited-rule";
import { Labelled, RowFrame } from "./row-frame";
import { RowNotes } from "./row-notes";
import { faultAt, type RuleFaults } from "./rule-faults";
import { conditionOf, opsFor, partsOf } from "./rule-options";
import { useAddedRow } from "./use-added-row";

/** Conditions that a customer must meet, all of them. */
export function FilterConditions({ rule, edit, faults }: { rule: EditedRule; edit: EditRule; faults: RuleFaults }) {
  const t = useTranslations("rule.filter");
  const { addedKey, setAddedKey, addButton } = useAddedRow();
  const change = (key: string, next: (condition: Condition) => Condition | null) =>
    edit((now) => ({ ...now, filter: changeRow(now.filter, key, next) }));
  const add = () => {
    const row = keyed<Condition>({ op: "equals", field: "countryCode", value: "" });
    setAddedKey(row.key);
    edit((now) => ({ ...now, filter: [...now.filter, row] }));
  };
  const remove = (key: string) => {
    change(key, () => null);
    addButton.current?.focus();
  };
  return (
    <Card title={t("title")} description={t("description")} flush>
      {rule.filter.map(({ key, value }, index) => (
        <ConditionRow
          key={key}
          rowKey={key}
          number={index + 1}
          condition={value}
          fault={faultAt(faults.unsaved, `filter.${index}`)}
          takesFocus={key === addedKey}
          onChange={(next) => change(key, () => next)}
          onRemove={() => remove(key)}
        />
      ))}
      {rule.filter.length === 0 ? <p className="px-4 pt-4 text-muted text-sm">{t("empty")}</p> : null}
      <div className="px-4 py-2.5">
        <Button ref={addButton} size="small" onClick={add} disabled={rule.filter.length >= 20}>
          <Plus aria-hidden />
          {t("add")}
        </Button>
      </div>
    </Card>
  );
}

interface ConditionRowProps {
  rowKey: string;
  number: number;
  condition: Condition;
  fault: FieldFault | undefined;
  takesFocus: boolean;
  onChange: (next: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ rowKey, number, condition, fault, takesFocus, onChange, onRemove }: ConditionRowProps) {
  const t = useTranslations("rule");
  const parts = partsOf(condition);
  const notesId = `${rowKey}-notes`;
  const set = (next: Partial<typeof parts>) => onChange(conditionOf({ ...parts, ...next }));
  return (
    <RowFrame
      legend={t("filter.row", { number })}
      removeLabel={t("filter.remove", { number })}
      onRemove={onRemove}
      takesFocus={takesFocus}
      notes={<RowNotes id={notesId} fault={fault} problems={[]} />}
    >
      <div className="grid gap-2 sm:grid-cols-3">
        <Labelled label={t("filter.field")}>
          <Select value={parts.field} onChange={(event) => set({ field: event.target.value as SourceField })}>
            {SOURCE_FIELDS.map((field) => (
              <option key={field} value={field}>
                {t(`fields.${field}`)}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled label={t("filter.op")}>
          <Select value={parts.op} onChange={(event) => set({ op: event.target.value as Condition["op"] })}>
            {opsFor(parts.field).map((op) => (
              <option key={op} value={op}>
                {t(`ops.${op}`)}
              </option>
            ))}
          </Select>
        </Labelled>
        {"value" in condition ? (
          <ValueInput
            isNumber={typeof condition.value === "number"}
            value={parts.value}
            isInvalid={fault !== undefined}
            notesId={notesId}
            onChange={(value) => set({ value })}
          />
        ) : null}
      </div>
    </RowFrame>
  );
}

interface ValueInputProps {
  isNumber: boolean;
  value: string;
  isInvalid: boolean;
  notesId: string;
  onChange: (value: string) => void;
}

function ValueInput({ isNumber, value, isInvalid, notesId, onChange }: ValueInputProps) {
  const t = useTranslations("rule.filter");
  return (
    <Labelled label={t("value")}>
      <Input
        type={isNumber ? "number" : "text"}
        step="any"
        value={value}
        maxLength={255}
        placeholder={t("value")}
        aria-invalid={isInvalid || undefined}
        aria-describedby={notesId}
        onChange={(event) => onChange(event.target.value)}
      />
    </Labelled>
  );
}
