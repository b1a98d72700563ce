"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { OPT_IN_LEVELS, type Rule } from "@/lib/rules/schema";
import { ChoiceGroup } from "./choice-group";
import type { EditedRule, EditRule } from "./edited-rule";
import { RowNotes } from "./row-notes";
import type { RuleFaults } from "./rule-faults";

type Level = (typeof OPT_IN_LEVELS)[number];
type OnWithdrawal = Rule["consent"]["onWithdrawal"];

const ON_WITHDRAWAL = ["unlist_and_block", "unlist"] as const satisfies readonly OnWithdrawal[];

/** Which consent counts, and what its withdrawal does. */
export function ConsentPolicy({ rule, edit, faults }: { rule: EditedRule; edit: EditRule; faults: RuleFaults }) {
  const t = useTranslations("rule");
  const { optInLevels, onWithdrawal } = rule.consent;
  const setConsent = (part: Partial<Rule["consent"]>) =>
    edit((now) => ({ ...now, consent: { ...now.consent, ...part } }));
  const toggle = (level: Level, isOn: boolean) =>
    setConsent({ optInLevels: OPT_IN_LEVELS.filter((one) => (one === level ? isOn : optInLevels.includes(one))) });
  return (
    <Card title={t("consent.title")} description={t("consent.description")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <fieldset className="grid min-w-0 content-start gap-2.5" aria-describedby="consent-notes">
          <legend className="mb-1.5 font-medium text-[0.8125rem]">{t("consent.levels")}</legend>
          {OPT_IN_LEVELS.map((level) => (
            <Checkbox
              key={level}
              label={t(`opt_in.${level}`)}
              hint={t(`opt_in_hints.${level}`)}
              checked={optInLevels.includes(level)}
              onChange={(event) => toggle(level, event.target.checked)}
            />
          ))}
          <RowNotes id="consent-notes" fault={faults.unsaved["consent.optInLevels"]} problems={[]} />
        </fieldset>
        <ChoiceGroup
          legend={t("consent.withdrawal")}
          value={onWithdrawal}
          onChange={(value) => setConsent({ onWithdrawal: value })}
          options={ON_WITHDRAWAL.map((value) => ({
            value,
            label: t(`on_withdrawal.${value}`),
            hint: t(`on_withdrawal_hints.${value}`),
          }))}
        />
      </div>
    </Card>
  );
}
