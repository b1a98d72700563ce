"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
import type { FormAction } from "@/lib/http/action-state";
import type { ActiveFault } from "@/lib/use-cases/sandbox/watch-sandbox";
import { useRefreshingAction } from "./use-refreshing-action";
import { watchQuery } from "./watch-query";

interface Props {
  workspaceId: string;
  /** Absent for those who may only watch. */
  remove?: FormAction;
}

/** The faults that wait for their requests, kept up to date as they are spent. */
export function ActiveFaultsCard({ workspaceId, remove }: Props) {
  const t = useTranslations("sandbox");
  const { data } = useQuery(watchQuery(workspaceId));
  const faults = data?.faults ?? [];
  return (
    <Card title={t("active_title")}>
      {faults.length === 0 ? <p className="text-muted text-sm">{t("active_none")}</p> : null}
      <ul className="grid gap-3">
        {faults.map((fault) => (
          <li key={fault.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
            <FaultWords fault={fault} />
            {remove ? <RemoveButton workspaceId={workspaceId} fault={fault} action={remove} /> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function FaultWords({ fault }: { fault: ActiveFault }) {
  const t = useTranslations("sandbox");
  const facts = [
    fault.times === "forever" ? t("active_forever") : t("active_times", { times: fault.times }),
    ...(fault.skip > 0 ? [t("active_skip", { skip: fault.skip })] : []),
    ...(fault.match === undefined ? [] : [t("active_match", { match: fault.match })]),
  ];
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-medium">{t(`sides.${fault.side}`)}</span>
      <Code>{fault.fault}</Code>
      <span className="text-muted">{facts.join(" · ")}</span>
    </span>
  );
}

function RemoveButton({ workspaceId, fault, action }: { workspaceId: string; fault: ActiveFault; action: FormAction }) {
  const t = useTranslations("sandbox");
  const submit = useRefreshingAction(workspaceId, action);
  return (
    <OneButtonForm
      size="small"
      hidden={{ workspace: workspaceId, side: fault.side, faultId: fault.id }}
      action={submit}
      name={t("remove_of", { fault: fault.fault, side: t(`sides.${fault.side}`) })}
    >
      {t("remove")}
    </OneButtonForm>
  );
}
