import { CircleCheck, CircleDashed } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import type { ChannelView } from "@/lib/use-cases/alerts/alert-views";
import { type ChannelActions, ChannelControls } from "./channel-controls";
import { RouteForm } from "./route-form";

interface Props {
  workspaceId: string;
  channel: ChannelView;
  syncs: readonly { id: string; name: string }[];
  /** Left out for those who may only look. */
  actions?: ChannelActions;
}

/** One channel: where it leads, whether it works, of what it is told. */
export function ChannelCard({ workspaceId, channel, syncs, actions }: Props) {
  const t = useTranslations("alerts");
  const routed = new Set(channel.bySync.map(({ syncId }) => syncId));
  return (
    <Card
      level={3}
      title={channel.name}
      actions={
        <>
          <Badge>{t(`kinds.${channel.kind}`)}</Badge>
          {channel.verifiedAtMs === null ? (
            <Status icon={CircleDashed} tone="warning">
              {t("unverified")}
            </Status>
          ) : (
            <Status icon={CircleCheck} tone="success">
              {t("verified")}
            </Status>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <Facts channel={channel} />
        {actions ? (
          <>
            <RouteForms workspaceId={workspaceId} channel={channel} setRoute={actions.setRoute} />
            <ChannelControls
              workspaceId={workspaceId}
              channel={channel}
              otherSyncs={syncs.filter(({ id }) => !routed.has(id))}
              actions={actions}
            />
          </>
        ) : (
          <RouteLines channel={channel} />
        )}
      </div>
    </Card>
  );
}

function Facts({ channel: { hint, verifiedAtMs, latest } }: { channel: ChannelView }) {
  const t = useTranslations("alerts");
  const fault = latest?.error ? t(`faults.${latest.error}`) : "";
  const state = latest?.state === "queued" && fault ? "queued_error" : latest?.state;
  return (
    <p className="text-muted">
      <span className="break-all">{hint}</span>
      {verifiedAtMs === null ? null : (
        <>
          {" · "}
          {t.rich("verified_since", { at: () => <AbsoluteTime at={verifiedAtMs} /> })}
        </>
      )}
      {state === undefined ? null : ` · ${t(`latest.${state}`, { fault })}`}
    </p>
  );
}

function RouteForms({
  workspaceId,
  channel,
  setRoute,
}: Omit<Props, "syncs" | "actions"> & Pick<ChannelActions, "setRoute">) {
  const t = useTranslations("alerts");
  const shared = { workspaceId, channel, setRoute };
  return (
    <section aria-label={t("routes")} className="grid gap-3 border-line border-t pt-3">
      <p className="font-medium">{t("routes")}</p>
      <RouteForm key={channel.least} {...shared} sync={null} least={channel.least} />
      {channel.bySync.map(({ syncId, name, least }) => (
        <RouteForm key={`${syncId} ${least}`} {...shared} sync={{ id: syncId, name }} least={least} />
      ))}
    </section>
  );
}

function RouteLines({ channel }: { channel: ChannelView }) {
  const t = useTranslations("alerts");
  const lines = [{ name: t("route_all"), least: channel.least }, ...channel.bySync];
  return (
    <ul>
      {lines.map(({ name, least }) => (
        <li key={name}>
          {name}: {t(`least.${least}`)}
        </li>
      ))}
    </ul>
  );
}
