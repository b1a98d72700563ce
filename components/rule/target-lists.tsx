"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { AccountShape, RuleProblem } from "@/lib/rules/problems";
import type { TargetList } from "@/lib/rules/schema";
import type { FieldFault } from "@/lib/use-cases/errors";
import type { EditedRule, EditRule } from "./edited-rule";
import { RowFrame } from "./row-frame";
import { RowNotes } from "./row-notes";
import { faultAt, problemsAt, type RuleFaults } from "./rule-faults";
import { useFault } from "./use-fault";

export interface TargetListsProps {
  rule: EditedRule;
  edit: EditRule;
  account: AccountShape;
  faults: RuleFaults;
}

/** Which lists contacts go on, and whether each is for marketing. */
export function TargetLists({ rule, edit, account, faults }: TargetListsProps) {
  const t = useTranslations("rule.lists");
  const free = account.lists.filter(({ id }) => !rule.lists.some((list) => list.id === id));
  const setLists = (change: (lists: TargetList[]) => TargetList[]) =>
    edit((now) => ({ ...now, lists: change(now.lists) }));
  const add = (id: number) => {
    const found = account.lists.find((list) => list.id === id);
    if (found) setLists((now) => [...now, { id, name: found.name, marketing: true }]);
  };
  return (
    <Card title={t("title")} description={t("description")} flush>
      {rule.lists.map((list, index) => (
        <ListRow
          key={list.id}
          list={list}
          account={account}
          fault={faultAt(faults.unsaved, `lists.${index}`)}
          problems={problemsAt(faults.problems, `lists.${index}`)}
          onChange={(next) => setLists((now) => now.map((one) => (one.id === list.id ? next : one)))}
          onRemove={() => setLists((now) => now.filter((one) => one.id !== list.id))}
        />
      ))}
      {rule.lists.length === 0 ? <p className="px-4 pt-4 text-muted text-sm">{t("empty")}</p> : null}
      <div className="grid gap-2 px-4 py-2.5">
        <RowNotes id="lists-notes" fault={faults.unsaved.lists ?? faults.missing.lists} problems={[]} />
        {free.length > 0 && rule.lists.length < 10 ? (
          <Select
            aria-label={t("add")}
            value=""
            className="sm:max-w-64"
            onChange={(event) => add(Number(event.target.value))}
          >
            <option value="">{t("choose")}</option>
            {free.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        ) : (
          <p className="text-muted text-xs">{t("none_left")}</p>
        )}
      </div>
    </Card>
  );
}

interface ListRowProps {
  list: TargetList;
  account: AccountShape;
  fault: FieldFault | undefined;
  problems: ReturnType<typeof problemsAt>;
  onChange: (next: TargetList) => void;
  onRemove: () => void;
}

function ListRow({ list, account, fault, problems, onChange, onRemove }: ListRowProps) {
  const t = useTranslations("rule.lists");
  const say = useFault();
  const { id, name } = list;
  const current = account.lists.find((one) => one.id === id)?.name;
  const toggle = (isMarketing: boolean) =>
    onChange(isMarketing ? { id, name, marketing: true } : { id, name, marketing: false, reason: "" });
  return (
    <RowFrame
      legend={name}
      removeLabel={t("remove", { name })}
      onRemove={onRemove}
      takesFocus={false}
      notes={<ListNotes list={list} current={current} problems={problems} onChange={onChange} />}
    >
      <div className="grid gap-3 py-1 sm:grid-cols-[minmax(0,10rem)_1fr]">
        <p className="truncate font-medium text-sm">{name}</p>
        <div className="grid gap-3">
          <Checkbox
            label={t("marketing")}
            hint={list.marketing ? t("marketing_hint") : t("not_marketing_hint")}
            checked={list.marketing}
            onChange={(event) => toggle(event.target.checked)}
          />
          {list.marketing ? null : (
            <Field label={t("reason")} hint={t("reason_hint")} error={say(fault)} required>
              <Input
                value={list.reason}
                maxLength={500}
                onChange={(event) => onChange({ ...list, reason: event.target.value })}
              />
            </Field>
          )}
        </div>
      </div>
    </RowFrame>
  );
}

function ListNotes({
  list,
  current,
  problems,
  onChange,
}: Pick<ListRowProps, "list" | "problems" | "onChange"> & { current: string | undefined }) {
  const t = useTranslations("rule.lists");
  const takeName = ({ code }: RuleProblem) =>
    code === "list_renamed" && current !== undefined ? (
      <Button size="small" onClick={() => onChange({ ...list, name: current })}>
        {t("take_name")}
      </Button>
    ) : null;
  return <RowNotes id={`list-${list.id}-notes`} fault={undefined} problems={problems} mend={takeName} />;
}
