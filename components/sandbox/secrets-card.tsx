"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { Card } from "@/components/ui/card";
import { Status } from "@/components/ui/status";
import type { FormAction } from "@/lib/http/action-state";
import type { Side } from "@/lib/use-cases/sandbox/faults";
import { secretState } from "./secret-state";
import { useRefreshingAction } from "./use-refreshing-action";
import { watchQuery } from "./watch-query";

interface Props {
  workspaceId: string;
  side: Side;
  /** Absent for those who may only watch. */
  turn?: FormAction;
}

const SWITCHES = {
  shopify: { break: ["expire-token"], mend: "mend-token" },
  brevo: { break: ["expire-key", "refuse-address"], mend: "mend-key" },
} as const;

/** Whether the demo's token or key is good at its vendor, and switches for it. */
export function SecretsCard({ workspaceId, side, turn }: Props) {
  const t = useTranslations("sandbox");
  const { data } = useQuery(watchQuery(workspaceId));
  if (!data) return null;
  const { word, good } = secretState(side, data);
  return (
    <Card
      title={t(`secrets.${side}_title`)}
      actions={
        <Status icon={good ? CircleCheck : CircleX} tone={good ? "success" : "danger"}>
          {t(`secrets.${word}`)}
        </Status>
      }
    >
      <div className="grid gap-3">
        <p className="text-muted text-sm">{t(`secrets.${side}_hint`)}</p>
        {turn ? (
          <div className="flex flex-wrap gap-2">
            {(good ? SWITCHES[side].break : [SWITCHES[side].mend]).map((to) => (
              <Turn key={to} workspaceId={workspaceId} to={to} action={turn} />
            ))}
          </div>
        ) : null}
      </div>
    </Card>
  );
}

function Turn({ workspaceId, to, action }: { workspaceId: string; to: string; action: FormAction }) {
  const t = useTranslations("sandbox");
  const submit = useRefreshingAction(workspaceId, action);
  return (
    <OneButtonForm size="small" hidden={{ workspace: workspaceId, to }} action={submit}>
      {t(`secrets.${to}`)}
    </OneButtonForm>
  );
}
