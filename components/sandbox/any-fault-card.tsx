"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { type ActionState, type FormAction, IDLE } from "@/lib/http/action-state";
import type { KnownFaults, Side } from "@/lib/use-cases/sandbox/faults";
import { useRefreshingAction } from "./use-refreshing-action";

interface Props {
  workspaceId: string;
  known: KnownFaults;
  schedule: FormAction;
}

const SIDES: readonly Side[] = ["shopify", "brevo"];

/** Every fault that the stand-ins can play, with all that can be said about when it strikes. */
export function AnyFaultCard({ workspaceId, known, schedule }: Props) {
  const t = useTranslations("sandbox");
  const [state, submit] = useActionState(useRefreshingAction(workspaceId, schedule), IDLE);
  const [chosen, choose] = useState(`shopify ${known.shopify[0]?.fault ?? ""}`);
  const [side, fault] = chosen.split(" ");
  return (
    <Card title={t("any_title")} description={t("any_description")}>
      <form action={submit} noValidate className="grid gap-4">
        <input type="hidden" name="workspace" value={workspaceId} />
        <input type="hidden" name="side" value={side} />
        <input type="hidden" name="fault" value={fault} />
        <FormMessage state={state} labels={{ times: t("times_label"), skip: t("skip_label") }} />
        <Field label={t("fault_label")}>
          <Select value={chosen} onChange={(event) => choose(event.target.value)}>
            {SIDES.map((one) => (
              <optgroup key={one} label={t(`sides.${one}`)}>
                {known[one].map((option) => (
                  <option key={option.fault} value={`${one} ${option.fault}`}>
                    {t("fault_shown", { fault: option.fault, tag: t(`tags.${option.tag}`) })}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Explanation known={known} chosen={chosen} />
        <When state={state} />
        <div>
          <SubmitButton variant="secondary">{t("any_button")}</SubmitButton>
        </div>
      </form>
    </Card>
  );
}

/** The stand-in's own words; they are English, whatever the page is in. */
function Explanation({ known, chosen }: { known: KnownFaults; chosen: string }) {
  const t = useTranslations("sandbox");
  const found = SIDES.flatMap((side) => known[side].filter(({ fault }) => `${side} ${fault}` === chosen)).at(0);
  if (!found) return null;
  return (
    <output className="grid gap-0.5 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <span lang="en">{found.description}.</span>
      <span className="text-muted text-xs">{t(`tag_explained.${found.tag}`)}</span>
    </output>
  );
}

function When({ state }: { state: ActionState }) {
  const t = useTranslations("sandbox");
  const errorOf = useFieldErrors(state);
  const number = (name: string, fallback: string) => (
    <Input name={name} inputMode="numeric" autoComplete="off" defaultValue={typedValue(state, name) ?? fallback} />
  );
  return (
    <div className="grid gap-4 items-start sm:grid-cols-2 lg:grid-cols-4">
      <Field name="times" label={t("times_label")} error={errorOf("times")}>
        {number("times", "1")}
      </Field>
      <Field name="skip" label={t("skip_label")} error={errorOf("skip")}>
        {number("skip", "0")}
      </Field>
      <Field name="match" label={t("match_label")} hint={t("match_hint")} error={errorOf("match")} optional>
        <Input name="match" autoComplete="off" spellCheck={false} defaultValue={typedValue(state, "match")} />
      </Field>
      <Field
        name="delaySeconds"
        label={t("delay_label")}
        hint={t("delay_hint")}
        error={errorOf("delaySeconds")}
        optional
      >
        {number("delaySeconds", "")}
      </Field>
      <Checkbox name="forever" label={t("forever_label")} className="sm:col-span-full" />
    </div>
  );
}
