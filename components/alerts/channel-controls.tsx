"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { OneButtonForm } from "@/components/connections/one-button-form";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { FormAction } from "@/lib/http/action-state";
import type { ChannelView } from "@/lib/use-cases/alerts/alert-views";

export interface ChannelActions {
  test: FormAction;
  remove: FormAction;
  setRoute: FormAction;
}

interface Props {
  workspaceId: string;
  channel: ChannelView;
  /** Syncs that have no route of their own yet. */
  otherSyncs: readonly { id: string; name: string }[];
  actions: ChannelActions;
}

/** Test, another route, remove. */
export function ChannelControls({ workspaceId, channel, otherSyncs, actions }: Props) {
  const t = useTranslations("alerts");
  const { id, name } = channel;
  const hidden = { workspace: workspaceId, channelId: id };
  return (
    <div className="flex flex-wrap items-start gap-2">
      <OneButtonForm hidden={hidden} action={actions.test} size="small" name={t("test_named", { name })}>
        {t("test")}
      </OneButtonForm>
      {otherSyncs.length === 0 ? null : (
        <ActionDialog
          trigger={<Button size="small">{t("add_route")}</Button>}
          title={t("add_route")}
          submitLabel={t("save")}
          action={actions.setRoute}
          hidden={hidden}
        >
          <Field name="syncId" label={t("route_sync")}>
            <Select name="syncId">
              {otherSyncs.map((sync) => (
                <option key={sync.id} value={sync.id}>
                  {sync.name}
                </option>
              ))}
            </Select>
          </Field>
          <Field name="least" label={t("route_least")}>
            <Select name="least" defaultValue="critical">
              {(["info", "warning", "critical", "none"] as const).map((least) => (
                <option key={least} value={least}>
                  {t(`least.${least}`)}
                </option>
              ))}
            </Select>
          </Field>
        </ActionDialog>
      )}
      <ActionDialog
        trigger={
          <Button size="small" aria-label={t("remove_named", { name })}>
            <Trash2 aria-hidden />
            {t("remove")}
          </Button>
        }
        title={t("remove_title", { name })}
        description={t("remove_body")}
        submitLabel={t("remove")}
        variant="danger"
        action={actions.remove}
        hidden={hidden}
      />
    </div>
  );
}
