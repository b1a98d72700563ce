"use client";

import { Ban } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";

/** Asks once more, then asks the run to stop. */
export function CancelDialog({ hidden, action }: { hidden: Readonly<Record<string, string>>; action: FormAction }) {
  const t = useTranslations("runs");
  return (
    <ActionDialog
      trigger={
        <Button>
          <Ban aria-hidden />
          {t("cancel")}
        </Button>
      }
      title={t("cancel_title")}
      description={t("cancel_body")}
      submitLabel={t("cancel_confirm")}
      variant="danger"
      action={action}
      hidden={hidden}
    />
  );
}
