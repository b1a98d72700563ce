"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState } from "react";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Select } from "@/components/ui/select";
import { SubmitButton } from "@/components/ui/submit-button";
import { type FormAction, IDLE } from "@/lib/http/action-state";
import type { ChannelView } from "@/lib/use-cases/alerts/alert-views";

const LEAST = ["info", "warning", "critical", "none"] as const;

interface Props {
  workspaceId: string;
  channel: Pick<ChannelView, "id" | "name">;
  /** Null: the route for all syncs. */
  sync: { id: string; name: string } | null;
  least: ChannelView["least"];
  setRoute: FormAction;
}

/** From which severity on a channel is told, of all syncs or of one. */
export function RouteForm({ workspaceId, channel, sync, least, setRoute }: Props) {
  const t = useTranslations("alerts");
  const [state, submit] = useActionState(setRoute, IDLE);
  const name = sync?.name ?? t("route_all");
  return (
    <form action={submit} className="grid gap-2" onReset={keepChosen}>
      <input type="hidden" name="workspace" value={workspaceId} />
      <input type="hidden" name="channelId" value={channel.id} />
      {sync === null ? null : <input type="hidden" name="syncId" value={sync.id} />}
      <div className="flex flex-wrap items-end gap-2">
        <Field name="least" label={name} className="min-w-48 grow">
          <Select
            name="least"
            defaultValue={least}
            aria-label={t("route_label", { channel: channel.name, sync: name })}
          >
            {(sync === null ? LEAST : [...LEAST, "as_others" as const]).map((one) => (
              <option key={one} value={one}>
                {t(`least.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <SubmitButton
          variant="secondary"
          size="small"
          aria-label={t("save_named", { channel: channel.name, sync: name })}
        >
          {t("save")}
        </SubmitButton>
      </div>
      <FormMessage state={state} />
    </form>
  );
}

/** React resets a form after its action; what was chosen stays. */
const keepChosen = (event: FormEvent) => event.preventDefault();
