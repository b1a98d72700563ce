"use client";

import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import type { ConnectionKind } from "@/lib/use-cases/connections/connection-view";

interface Props {
  kind: ConnectionKind;
  workspaceId: string;
  action: FormAction;
}

/** Connects a shop or an account by its secret. */
export function ConnectDialog({ kind, workspaceId, action }: Props) {
  const t = useTranslations("connections");
  return (
    <ActionDialog
      trigger={
        <Button size="small">
          <KeyRound aria-hidden />
          {t(`connect_${kind}`)}
        </Button>
      }
      title={t(`connect_${kind}_title`)}
      description={t(`connect_${kind}_body`)}
      submitLabel={t("connect_submit")}
      action={action}
      hidden={{ workspace: workspaceId }}
    >
      {(state) => (
        <>
          {kind === "shopify" ? <DomainField state={state} /> : null}
          <SecretField kind={kind} state={state} />
        </>
      )}
    </ActionDialog>
  );
}

/** Puts a new secret in the place of the one a connection has. */
export function RenewDialog({ kind, workspaceId, action, name, shopDomain }: Props & RenewedConnection) {
  const t = useTranslations("connections");
  return (
    <ActionDialog
      trigger={
        <Button size="small">
          <KeyRound aria-hidden />
          {t(`renew_${kind}`)}
        </Button>
      }
      title={t("renew_title", { name })}
      description={t(`renew_${kind}_body`)}
      submitLabel={t("renew_submit")}
      action={action}
      hidden={{ workspace: workspaceId, ...(shopDomain === null ? {} : { shopDomain }) }}
    >
      {(state) => <SecretField kind={kind} state={state} />}
    </ActionDialog>
  );
}

interface RenewedConnection {
  name: string;
  shopDomain: string | null;
}

function DomainField({ state }: { state: ActionState }) {
  const t = useTranslations("connections");
  const errorOf = useFieldErrors(state);
  return (
    <Field name="shopDomain" label={t("shop_domain_label")} hint={t("shop_domain_hint")} error={errorOf("shopDomain")}>
      <Input
        name="shopDomain"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={typedValue(state, "shopDomain")}
      />
    </Field>
  );
}

/** Never filled in by us: what was typed does not come back from the server. */
function SecretField({ kind, state }: { kind: ConnectionKind; state: ActionState }): ReactNode {
  const t = useTranslations("connections");
  const errorOf = useFieldErrors(state);
  const [name, words] = kind === "shopify" ? (["accessToken", "token"] as const) : (["apiKey", "key"] as const);
  return (
    <Field name={name} label={t(`${words}_label`)} hint={t(`${words}_hint`)} error={errorOf(name)}>
      <Input name={name} type="password" autoComplete="off" spellCheck={false} />
    </Field>
  );
}
