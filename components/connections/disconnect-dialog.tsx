"use client";

import { Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";

interface Props {
  name: string;
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
}

/** Asks before the secret is deleted. */
export function DisconnectDialog({ name, hidden, action }: Props) {
  const t = useTranslations("connections");
  return (
    <ActionDialog
      trigger={
        <Button size="small" variant="ghost">
          <Unplug aria-hidden />
          {t("disconnect")}
        </Button>
      }
      title={t("disconnect_title", { name })}
      description={t("disconnect_body")}
      submitLabel={t("disconnect")}
      variant="danger"
      action={action}
      hidden={hidden}
    />
  );
}
