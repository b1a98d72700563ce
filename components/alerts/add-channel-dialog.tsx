"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { ChannelView } from "@/lib/use-cases/alerts/alert-views";

interface Props {
  kind: ChannelView["kind"];
  workspaceId: string;
  add: FormAction;
  /** A fresh signing secret, for a webhook. */
  suggestedSecret: string;
}

/** Adds a channel of one kind. */
export function AddChannelDialog({ kind, workspaceId, add, suggestedSecret }: Props) {
  const t = useTranslations("alerts");
  return (
    <ActionDialog
      trigger={
        <Button size="small">
          <Plus aria-hidden />
          {t(`add.${kind}`)}
        </Button>
      }
      title={t(`add.${kind}_title`)}
      description={t(`add.${kind}_body`)}
      submitLabel={t("add.submit")}
      action={add}
      hidden={{ workspace: workspaceId, kind }}
    >
      {(state) => (
        <>
          <NameField state={state} />
          <TargetField kind={kind} state={state} />
          {kind === "webhook" ? <SecretField state={state} suggested={suggestedSecret} /> : null}
        </>
      )}
    </ActionDialog>
  );
}

function NameField({ state }: { state: ActionState }) {
  const t = useTranslations("alerts");
  const errorOf = useFieldErrors(state);
  return (
    <Field name="name" label={t("add.name")} hint={t("add.name_hint")} error={errorOf("name")}>
      <Input name="name" autoComplete="off" defaultValue={typedValue(state, "name")} />
    </Field>
  );
}

function TargetField({ kind, state }: { kind: ChannelView["kind"]; state: ActionState }) {
  const t = useTranslations("alerts");
  const errorOf = useFieldErrors(state);
  return (
    <Field
      name="target"
      label={t(`add.${kind}_target`)}
      hint={kind === "email" ? undefined : t(`add.${kind}_hint`)}
      error={errorOf("target")}
    >
      <Input
        name="target"
        inputMode={kind === "email" ? "email" : "url"}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typedValue(state, "target")}
      />
    </Field>
  );
}

/** Shown this once, so that it can be copied; what was typed does not come back from the server. */
function SecretField({ state, suggested }: { state: ActionState; suggested: string }) {
  const t = useTranslations("alerts");
  const errorOf = useFieldErrors(state);
  return (
    <Field name="secret" label={t("add.secret")} hint={t("add.secret_hint")} error={errorOf("secret")}>
      <Input name="secret" autoComplete="off" spellCheck={false} defaultValue={suggested} />
    </Field>
  );
}
