"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Caps } from "@/lib/rules/schema";
import type { EditedRule, EditRule } from "./edited-rule";
import type { RuleFaults } from "./rule-faults";
import { readNumber } from "./rule-options";
import { sameJson } from "./same-json";
import { useFault } from "./use-fault";

const CAPS = ["calls", "created", "written", "minutes"] as const satisfies readonly (keyof Caps)[];

export interface CapsFieldsProps {
  rule: EditedRule;
  edit: EditRule;
  faults: RuleFaults;
  /** What a finished preview proposes. */
  proposed: Caps | null;
}

/** What one run may spend at most. */
export function CapsFields({ rule, edit, faults, proposed }: CapsFieldsProps) {
  const t = useTranslations("rule");
  const say = useFault();
  const setCaps = (part: Partial<Caps>) => edit((now) => ({ ...now, caps: { ...now.caps, ...part } }));
  const isNews = proposed !== null && !sameJson(proposed, rule.caps);
  return (
    <Card title={t("caps.title")} description={t("caps.description")}>
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {CAPS.map((cap) => (
            <Field key={cap} label={t(`cap.${cap}`)} error={say(faults.unsaved[`caps.${cap}`])}>
              <Input
                type="number"
                inputMode="numeric"
                min={cap === "created" ? 0 : 1}
                value={Number.isNaN(rule.caps[cap]) ? "" : rule.caps[cap]}
                onChange={(event) => setCaps({ [cap]: readNumber(event.target.value) })}
              />
            </Field>
          ))}
        </div>
        {isNews ? (
          <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-info-line bg-info-soft px-3 py-2">
            <p className="text-info-ink text-xs">{t("caps.proposed", { ...proposed })}</p>
            <Button size="small" onClick={() => setCaps(proposed)}>
              {t("caps.use_proposed")}
            </Button>
          </div>
        ) : null}
      </div>
    </Card>
  );
}
