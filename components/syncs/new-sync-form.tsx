"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { type ActionState, type FormAction, IDLE } from "@/lib/http/action-state";
import type { EndChoice } from "@/lib/use-cases/syncs/list-ends";

interface Props {
  workspaceId: string;
  sources: readonly EndChoice[];
  destinations: readonly EndChoice[];
  action: FormAction;
}

/** A name and two ends; the rule comes on the next page. */
export function NewSyncForm({ workspaceId, sources, destinations, action }: Props) {
  const t = useTranslations("syncs");
  const [state, submit] = useActionState(action, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={submit} noValidate className="grid gap-4">
      <FormMessage
        state={state}
        labels={{ name: t("name_label"), sourceConnectionId: t("source"), destinationConnectionId: t("destination") }}
      />
      <input type="hidden" name="workspace" value={workspaceId} />
      <Field name="name" label={t("name_label")} hint={t("name_hint")} error={errorOf("name")} required>
        <Input name="name" maxLength={80} defaultValue={typedValue(state, "name")} />
      </Field>
      <Field name="sourceConnectionId" label={t("source")} error={errorOf("sourceConnectionId")} required>
        <EndSelect name="sourceConnectionId" choices={sources} state={state} />
      </Field>
      <Field
        name="destinationConnectionId"
        label={t("destination")}
        error={errorOf("destinationConnectionId")}
        required
      >
        <EndSelect name="destinationConnectionId" choices={destinations} state={state} />
      </Field>
      <div>
        <SubmitButton>{t("create")}</SubmitButton>
      </div>
    </form>
  );
}

/** Where there is one choice it is made already. */
function EndSelect({ name, choices, state }: { name: string; choices: readonly EndChoice[]; state: ActionState }) {
  const t = useTranslations("syncs");
  const [only, ...others] = choices;
  const chosen = typedValue(state, name) ?? (only && others.length === 0 ? only.id : "");
  return (
    <Select key={chosen} name={name} defaultValue={chosen}>
      <option value="">{t("choose")}</option>
      {choices.map((choice) => (
        <option key={choice.id} value={choice.id}>
          {choice.name}
        </option>
      ))}
    </Select>
  );
}
