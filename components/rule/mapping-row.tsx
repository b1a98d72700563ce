"use client";

import { ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { AccountShape, RuleProblem } from "@/lib/rules/problems";
import { type Attribute, type MappingRow, SOURCE_FIELDS, type SourceField, type Transform } from "@/lib/rules/schema";
import type { FieldFault } from "@/lib/use-cases/errors";
import { NO_ATTRIBUTE } from "./edited-rule";
import { Note } from "./note";
import { Labelled, RowFrame } from "./row-frame";
import { RowNotes } from "./row-notes";
import { newTransform, transformsFor, withSource } from "./rule-options";

export interface MappingRowProps {
  rowKey: string;
  number: number;
  row: MappingRow;
  account: AccountShape;
  fault: FieldFault | undefined;
  problems: RuleProblem[];
  rival: string | undefined;
  takesFocus: boolean;
  onChange: (next: (row: MappingRow) => MappingRow) => void;
  onRemove: () => void;
}

/** One row of the mapping: field, change, attribute. */
export function MappingRowFields(props: MappingRowProps) {
  const { rowKey, number, row, account, fault, problems, takesFocus, onChange, onRemove } = props;
  const t = useTranslations("rule");
  const notesId = `${rowKey}-notes`;
  return (
    <RowFrame
      legend={t("mapping.row", { number })}
      removeLabel={t("mapping.remove", { number })}
      onRemove={onRemove}
      takesFocus={takesFocus}
      notes={<MappingNotes {...props} id={notesId} />}
    >
      <div className="grid gap-2 sm:grid-cols-[1fr_0.9fr_1.25rem_1.4fr]">
        <SourceSelect row={row} onChange={onChange} />
        <TransformFields row={row} onChange={onChange} />
        <ArrowRight aria-hidden className="mt-2 hidden size-4 text-faint sm:block" />
        <TargetSelect
          row={row}
          account={account}
          isInvalid={fault !== undefined || problems.some((problem) => problem.blocks)}
          describedBy={notesId}
          onChange={onChange}
        />
      </div>
    </RowFrame>
  );
}

function SourceSelect({ row, onChange }: Pick<MappingRowProps, "row" | "onChange">) {
  const t = useTranslations("rule");
  return (
    <Labelled label={t("mapping.source")}>
      <Select
        value={row.source}
        title={t(`field_hints.${row.source}`)}
        onChange={(event) => onChange((now) => withSource(now, event.target.value as SourceField))}
      >
        {SOURCE_FIELDS.map((field) => (
          <option key={field} value={field}>
            {t(`fields.${field}`)}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

function TransformFields({ row, onChange }: Pick<MappingRowProps, "row" | "onChange">) {
  const t = useTranslations("rule");
  const { transform } = row;
  const fitting = transformsFor(row.source);
  const kinds = fitting.includes(transform.kind) ? fitting : [transform.kind, ...fitting];
  const set = (next: Transform) => onChange((now) => ({ ...now, transform: next }));
  return (
    <div className="grid gap-1.5">
      <Labelled label={t("mapping.transform")}>
        <Select
          value={transform.kind}
          title={t(`transform_hints.${transform.kind}`)}
          onChange={(event) => set(newTransform(event.target.value as Transform["kind"]))}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`transforms.${kind}`)}
            </option>
          ))}
        </Select>
      </Labelled>
      {transform.kind === "join" ? (
        <Input
          aria-label={t("mapping.separator")}
          value={transform.separator}
          maxLength={5}
          className="font-mono"
          onChange={(event) => set({ kind: "join", separator: event.target.value })}
        />
      ) : null}
      {transform.kind === "has_tag" ? (
        <Input
          aria-label={t("mapping.tag")}
          placeholder={t("mapping.tag")}
          value={transform.tag}
          maxLength={255}
          onChange={(event) => set({ kind: "has_tag", tag: event.target.value })}
        />
      ) : null}
    </div>
  );
}

interface TargetSelectProps extends Pick<MappingRowProps, "row" | "account" | "onChange"> {
  isInvalid: boolean;
  describedBy: string;
}

function TargetSelect({ row, account, isInvalid, describedBy, onChange }: TargetSelectProps) {
  const t = useTranslations("rule");
  const { name } = row.target;
  const isGone = name !== "" && !account.attributes.some((attribute) => attribute.name === name);
  const choose = (chosen: string) => {
    const target = account.attributes.find((attribute) => attribute.name === chosen) ?? NO_ATTRIBUTE;
    onChange((now) => ({ ...now, target }));
  };
  return (
    <Labelled label={t("mapping.target")}>
      <Select
        value={name}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => choose(event.target.value)}
      >
        {name === "" ? <option value="">{t("mapping.choose")}</option> : null}
        {isGone ? <option value={name}>{t("mapping.gone", { name })}</option> : null}
        {account.attributes.map((attribute) => (
          <option key={attribute.name} value={attribute.name}>
            {attribute.name} · {t(`types.${attribute.type}`)}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

function MappingNotes({ id, row, account, fault, problems, rival, onChange }: MappingRowProps & { id: string }) {
  const t = useTranslations("rule");
  const current = account.attributes.find((attribute) => attribute.name === row.target.name);
  const mendable = problems.find(({ code }) => TAKES_CURRENT.has(code));
  const takeOptions = (problem: RuleProblem) =>
    current && problem === mendable ? (
      <Button size="small" onClick={() => onChange((now) => ({ ...now, target: current }))}>
        {t("mapping.take_options")}
      </Button>
    ) : null;
  return (
    <RowNotes id={id} fault={fault} problems={problems} mend={takeOptions}>
      {rival ? (
        <Note tone="danger">{t("problems.attribute_taken", { sync: rival, attribute: row.target.name })}</Note>
      ) : null}
      {row.target.options.length > 0 ? <OptionsLine target={row.target} /> : null}
    </RowNotes>
  );
}

/** What taking the attribute anew, as the account has it, puts right. */
const TAKES_CURRENT: ReadonlySet<RuleProblem["code"]> = new Set([
  "option_missing",
  "options_outdated",
  "attribute_type_changed",
]);

const OPTIONS_SHOWN = 6;

function OptionsLine({ target }: { target: Attribute }) {
  const t = useTranslations("rule");
  const { options } = target;
  const shown = options.slice(0, OPTIONS_SHOWN).map(({ label }) => label);
  const rest = options.length - shown.length;
  const listed = rest > 0 ? [...shown, t("mapping.more_options", { count: rest })] : shown;
  return (
    <p className="text-muted text-xs">{t("mapping.options", { count: options.length, options: listed.join(", ") })}</p>
  );
}
