"use client";

import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import type { Rule } from "@/lib/rules/schema";
import { ChoiceGroup } from "./choice-group";
import type { EditedRule, EditRule } from "./edited-rule";

const BAD_RECORDS = ["hold", "stop"] as const satisfies readonly Rule["badRecords"][];
const ON_DELETED = ["unlist", "leave"] as const satisfies readonly Rule["onDeleted"][];

/** Records that cannot be written, and customers that are gone. */
export function RecordPolicies({ rule, edit }: { rule: EditedRule; edit: EditRule }) {
  const t = useTranslations("rule");
  return (
    <Card title={t("records.title")} description={t("records.description")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <ChoiceGroup
          legend={t("records.bad")}
          value={rule.badRecords}
          onChange={(badRecords) => edit((now) => ({ ...now, badRecords }))}
          options={BAD_RECORDS.map((value) => ({
            value,
            label: t(`bad_records.${value}`),
            hint: t(`bad_record_hints.${value}`),
          }))}
        />
        <ChoiceGroup
          legend={t("records.deleted")}
          value={rule.onDeleted}
          onChange={(onDeleted) => edit((now) => ({ ...now, onDeleted }))}
          options={ON_DELETED.map((value) => ({
            value,
            label: t(`on_deleted.${value}`),
            hint: t(`on_deleted_hints.${value}`),
          }))}
        />
      </div>
    </Card>
  );
}
