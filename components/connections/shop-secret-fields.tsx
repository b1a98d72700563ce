"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { typedValue, useFieldErrors } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import type { ActionState } from "@/lib/http/action-state";

const WAYS = ["app", "token"] as const;
type Way = (typeof WAYS)[number];

/** How a shop is reached: by the credentials of an app, or by a token. Secrets that were typed do not come back from the server. */
export function ShopSecretFields({ state, byApp }: { state: ActionState; byApp: boolean }) {
  const t = useTranslations("connections");
  const [way, setWay] = useState<Way>(byApp ? "app" : "token");
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-medium text-[0.8125rem] text-ink">{t("ways")}</legend>
        {WAYS.map((one) => (
          <label key={one} className="flex items-start gap-2 text-sm">
            <input
              type="radio"
              name="by"
              value={one}
              checked={way === one}
              onChange={() => setWay(one)}
              className="mt-0.5 accent-accent"
            />
            <span className="grid">
              {t(`way_${one}`)}
              <span className="text-muted text-xs">{t(`way_${one}_hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {way === "app" ? <AppFields state={state} /> : <TokenFields state={state} />}
    </>
  );
}

function AppFields({ state }: { state: ActionState }) {
  const t = useTranslations("connections");
  const errorOf = useFieldErrors(state);
  return (
    <>
      <Field name="clientId" label={t("client_id_label")} hint={t("client_id_hint")} error={errorOf("clientId")}>
        <Input name="clientId" autoComplete="off" spellCheck={false} defaultValue={typedValue(state, "clientId")} />
      </Field>
      <Secret name="clientSecret" words="client_secret" error={errorOf("clientSecret")} />
    </>
  );
}

function TokenFields({ state }: { state: ActionState }) {
  const errorOf = useFieldErrors(state);
  return (
    <>
      <Secret name="accessToken" words="token" error={errorOf("accessToken")} />
      <Secret name="clientSecret" words="api_secret" error={errorOf("clientSecret")} optional />
    </>
  );
}

interface SecretProps {
  name: string;
  words: "token" | "client_secret" | "api_secret";
  error: string | undefined;
  optional?: boolean;
}

function Secret({ name, words, error, optional = false }: SecretProps) {
  const t = useTranslations("connections");
  return (
    <Field name={name} label={t(`${words}_label`)} hint={t(`${words}_hint`)} error={error} optional={optional}>
      <Input name={name} type="password" autoComplete="off" spellCheck={false} />
    </Field>
  );
}
