"use client";

import { SlidersHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";
import { RunOptionsFields } from "./run-options-fields";

interface Props {
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
  zone: string;
  /** Records that a re-send is about. */
  listed: number;
}

/** A run by hand that is not just "what is new". Goes to the page of the run. */
export function RunOptionsDialog({ hidden, action, zone, listed }: Props) {
  const t = useTranslations("run_options");
  return (
    <ActionDialog
      trigger={
        <Button>
          <SlidersHorizontal aria-hidden />
          {t("open")}
        </Button>
      }
      title={t("title")}
      description={t("description")}
      submitLabel={t("submit")}
      action={action}
      hidden={hidden}
    >
      {(state) => <RunOptionsFields state={state} zone={zone} listed={listed} />}
    </ActionDialog>
  );
}
