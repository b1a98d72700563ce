"use client";

import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { TextLink } from "@/components/ui/text-link";
import type { FormAction } from "@/lib/http/action-state";
import { approvalCovers } from "@/lib/runner/guard";
import type { MassChange } from "@/lib/use-cases/syncs/mass-change";
import { PauseDialog } from "./reason-dialogs";

export interface MassChangeActions {
  approve: FormAction;
  pause: FormAction;
}

interface Props {
  massChange: MassChange;
  hidden: Readonly<Record<string, string>>;
  /** Null for those who may only look. */
  actions: MassChangeActions | null;
  /** Address of the run that waits; left out on its own page. */
  runHref?: string;
}

/** Many times more records than usual wait: a person lets them through, once, or pauses the sync. */
export function MassChangeBanner({ massChange, hidden, actions, runHref }: Props) {
  const t = useTranslations("mass_change");
  const { pending, usual, approved } = massChange;
  if (approved)
    return (
      <Banner tone="info" role="region" title={t("approved")}>
        {t("approved_body", { covers: approvalCovers(pending) })}
      </Banner>
    );
  return (
    <Banner
      tone="warning"
      role="region"
      title={t("title", { pending })}
      action={
        actions ? (
          <>
            <LetThrough pending={pending} hidden={hidden} action={actions.approve} />
            <PauseDialog hidden={hidden} action={actions.pause} />
          </>
        ) : undefined
      }
    >
      <div className="grid gap-1">
        <p>{t("usual", { usual: Math.round(usual) })}</p>
        <p>{t("meanwhile")}</p>
        {actions ? null : <p>{t("needs_editor")}</p>}
        {runHref ? (
          <p>
            <TextLink href={runHref}>{t("see_run")}</TextLink>
          </p>
        ) : null}
      </div>
    </Banner>
  );
}

interface LetThroughProps extends Pick<Props, "hidden"> {
  pending: number;
  action: FormAction;
}

function LetThrough({ pending, hidden, action }: LetThroughProps) {
  const t = useTranslations("mass_change");
  return (
    <ActionDialog
      trigger={<Button>{t("approve")}</Button>}
      title={t("approve_title", { pending })}
      description={t("approve_body", { covers: approvalCovers(pending) })}
      submitLabel={t("approve")}
      action={action}
      hidden={{ ...hidden, shown: String(pending) }}
    />
  );
}
