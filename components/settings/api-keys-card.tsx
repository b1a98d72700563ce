"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Code } from "@/components/ui/code";
import { Field } from "@/components/ui/field";
import { FormMessage, typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { RelativeTime } from "@/components/ui/relative-time";
import { SubmitButton } from "@/components/ui/submit-button";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import type { ApiKeyLine } from "@/lib/use-cases/api-keys/list-api-keys";
import { ShownOnce } from "./shown-once";

const SCOPES = ["syncs:read", "runs:read", "runs:start"] as const;
const wordOf = (scope: string) => scope.replace(":", "_");

interface Props {
  keys: readonly ApiKeyLine[];
  hidden: Readonly<Record<string, string>>;
  create: FormAction;
  revoke: FormAction;
}

/** Keys of other systems: what each may do, and when it was last used. */
export function ApiKeysCard({ keys, hidden, create, revoke }: Props) {
  const t = useTranslations("settings");
  return (
    <Card title={t("keys")} description={t("keys_hint")} flush>
      {keys.length === 0 ? (
        <p className="p-4 text-muted text-sm">{t("keys_none")}</p>
      ) : (
        <Table label={t("keys")}>
          <TableHead>
            <TableHeader>{t("key_name")}</TableHeader>
            <TableHeader>{t("key_may")}</TableHeader>
            <TableHeader>{t("key_used")}</TableHeader>
            <TableHeader className="relative">
              <span className="sr-only">{t("actions")}</span>
            </TableHeader>
          </TableHead>
          <TableBody>
            {keys.map((key) => (
              <KeyRow key={key.keyId} {...{ apiKey: key, hidden, revoke }} />
            ))}
          </TableBody>
        </Table>
      )}
      <NewKeyForm hidden={hidden} action={create} />
    </Card>
  );
}

function KeyRow({ apiKey, hidden, revoke }: { apiKey: ApiKeyLine } & Pick<Props, "hidden" | "revoke">) {
  const t = useTranslations("settings");
  return (
    <TableRow>
      <TableCell>
        <p className="font-medium">
          <bdi>{apiKey.name}</bdi>
        </p>
        <Code>{apiKey.prefix}…</Code>
      </TableCell>
      <TableCell>{apiKey.scopes.map((scope) => t(`scopes.${wordOf(scope)}`)).join(", ")}</TableCell>
      <TableCell>{apiKey.lastUsedAtMs === null ? t("key_never") : <RelativeTime at={apiKey.lastUsedAtMs} />}</TableCell>
      <TableCell>
        <div className="flex justify-end">
          <ActionDialog
            trigger={
              <Button size="small" variant="ghost" aria-label={t("revoke_name", { name: apiKey.name })}>
                {t("revoke")}
              </Button>
            }
            title={t("revoke_name", { name: apiKey.name })}
            description={t("revoke_body")}
            submitLabel={t("revoke")}
            variant="danger"
            action={revoke}
            hidden={{ ...hidden, keyId: apiKey.keyId }}
          />
        </div>
      </TableCell>
    </TableRow>
  );
}

function NewKeyForm({ hidden, action }: { hidden: Props["hidden"]; action: FormAction }) {
  const t = useTranslations("settings");
  const [state, submit] = useActionState(action, IDLE);
  const errorOf = useFieldErrors(state);
  return (
    <form action={submit} noValidate className="grid gap-3 border-line border-t p-4">
      <FormMessage state={state} labels={{ name: t("key_name"), scopes: t("key_may") }} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Field name="name" label={t("new_key_name")} error={errorOf("name")} className="max-w-sm">
        <Input name="name" autoComplete="off" defaultValue={typedValue(state, "name")} />
      </Field>
      <fieldset id="field-scopes" className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-1.5 font-medium text-[0.8125rem]">{t("key_may")}</legend>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} name="scopes" value={scope} label={t(`scopes.${wordOf(scope)}`)} />
        ))}
      </fieldset>
      <div>
        <SubmitButton variant="secondary">{t("new_key")}</SubmitButton>
      </div>
      <ShownOnce state={state} field="key" title={t("key_once")} />
    </form>
  );
}
