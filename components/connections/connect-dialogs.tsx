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
import { ShopSecretFields } from "./shop-secret-fields";

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
          <SecretFields kind={kind} state={state} byApp={false} />
        </>
      )}
    </ActionDialog>
  );
}

/** Puts a new secret in the place of the one a connection has. */
export function RenewDialog({ kind, workspaceId, action, name, shopDomain, byApp }: Props & RenewedConnection) {
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
      {(state) => <SecretFields kind={kind} state={state} byApp={byApp} />}
    </ActionDialog>
  );
}

interface RenewedConnection {
  name: string;
  shopDomain: string | null;
  /** Whether it was connected by an app's credentials. */
  byApp: boolean;
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
function SecretFields({ kind, state, byApp }: { kind: ConnectionKind; state: ActionState; byApp: boolean }): ReactNode {
  const t = useTranslations("connections");
  const errorOf = useFieldErrors(state);
  if (kind === "shopify") return <ShopSecretFields state={state} byApp={byApp} />;
  return (
    <Field name="apiKey" label={t("key_label")} hint={t("key_hint")} error={errorOf("apiKey")}>
      <Input name="apiKey" type="password" autoComplete="off" spellCheck={false} />
    </Field>
  );
}
