import { randomBytes } from "node:crypto";
import { BellOff } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AddChannelDialog } from "@/components/alerts/add-channel-dialog";
import { ChannelCard } from "@/components/alerts/channel-card";
import { DeliveryLog } from "@/components/alerts/delivery-log";
import { RefreshWhile } from "@/components/syncs/refresh-while";
import { Banner } from "@/components/ui/banner";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { listChannels } from "@/lib/use-cases/alerts/list-channels";
import { listDeliveries } from "@/lib/use-cases/alerts/list-deliveries";
import { requireRole } from "@/lib/use-cases/context";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { submitAddChannel, submitRemoveChannel, submitRoute, submitTestChannel } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("alerts"))("title") };
}

const ACTIONS = { test: submitTestChannel, remove: submitRemoveChannel, setRoute: submitRoute };

export default async function AlertsPage({ params }: { params: Promise<{ workspace: string }> }) {
  const context = await enterWorkspace((await params).workspace);
  const [list, log] = await Promise.all([listChannels(context, {}), listDeliveries(context, {})]);
  if (!list.ok) throw new Error(list.error.code);
  if (!log.ok) throw new Error(log.error.code);
  const { channels, syncs, canMail } = list.value;
  const { workspaceId } = context;
  const t = await getTranslations("alerts");
  const mayChange = requireRole(context, "editor").ok;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <RefreshWhile active={log.value.some(({ state, attempts }) => state === "queued" && attempts === 0)} />
      <div className="grid gap-6">
        {mayChange ? null : <Banner tone="info" title={t("read_only")} />}
        {canMail ? null : (
          <Banner tone="warning" title={t("no_mail")}>
            {t("no_mail_body")}
          </Banner>
        )}
        {channels.length > 0 && channels.every(({ verifiedAtMs }) => verifiedAtMs === null) ? (
          <Banner tone="warning" title={t("unverified_banner")} />
        ) : null}
        <Section title={t("channels")} actions={mayChange ? <AddButtons workspaceId={workspaceId} /> : undefined}>
          {channels.length === 0 ? (
            <EmptyState icon={BellOff} title={t("no_channels")}>
              {t("no_channels_body")}
            </EmptyState>
          ) : (
            <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
              {channels.map((channel) => (
                <ChannelCard
                  key={channel.id}
                  workspaceId={workspaceId}
                  channel={channel}
                  syncs={syncs}
                  {...(mayChange ? { actions: ACTIONS } : {})}
                />
              ))}
            </div>
          )}
        </Section>
        <Card title={t("log")} flush>
          <DeliveryLog deliveries={log.value} />
        </Card>
      </div>
    </>
  );
}

function AddButtons({ workspaceId }: { workspaceId: string }) {
  const suggestedSecret = `npw_${randomBytes(32).toString("base64url")}`;
  return (["email", "slack", "webhook"] as const).map((kind) => (
    <AddChannelDialog
      key={kind}
      kind={kind}
      workspaceId={workspaceId}
      add={submitAddChannel}
      suggestedSecret={suggestedSecret}
    />
  ));
}
