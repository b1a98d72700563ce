"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import type { FormAction } from "@/lib/http/action-state";

interface Props {
  name: string;
  body: string;
  hidden: Readonly<Record<string, string>>;
  action: FormAction;
}

/** Asks before somebody is deleted. */
export function DeleteDialog({ name, body, hidden, action }: Props) {
  const t = useTranslations("sandbox");
  return (
    <ActionDialog
      trigger={
        <Button size="small" variant="ghost" aria-label={t("delete_of", { name })}>
          <Trash2 aria-hidden />
        </Button>
      }
      title={t("delete_title", { name })}
      description={body}
      submitLabel={t("delete")}
      variant="danger"
      action={action}
      hidden={hidden}
    />
  );
}
