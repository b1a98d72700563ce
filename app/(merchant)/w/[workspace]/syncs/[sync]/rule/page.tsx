import { Activity, CirclePause, FilePen } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RuleBuilder } from "@/components/rule/rule-builder";
import { sameJson } from "@/components/rule/same-json";
import type { LiveChoice } from "@/components/rule/use-draft";
import { PageHeader } from "@/components/ui/page-header";
import { RelativeTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { readReach } from "@/lib/use-cases/alerts/read-reach";
import { requireRole } from "@/lib/use-cases/context";
import { type OpenDraft, openDraft } from "@/lib/use-cases/drafts/open-draft";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { readLatestPreview } from "@/lib/use-cases/previews/read-preview";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import { submitDraft, submitPreview, submitPublish, submitSignInAgain } from "./actions";
import { RuleUnavailable } from "./rule-unavailable";

export interface RulePageProps {
  params: Promise<{ workspace: string; sync: string }>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("rule"))("title") };
}

export default async function RulePage({ params }: RulePageProps) {
  const { workspace, sync } = await params;
  const context = await enterWorkspace(workspace);
  const [opened, latest, read, reach] = await Promise.all([
    openDraft(context, sync),
    readLatestPreview(context, sync),
    readSync(context, { syncId: sync }),
    readReach(context, {}),
  ]);
  if (!opened.ok && opened.error.kind === "not_found") notFound();
  if (!opened.ok) return <RuleUnavailable error={opened.error} workspace={workspace} sync={sync} />;
  if (!latest.ok) return <RuleUnavailable error={latest.error} workspace={workspace} sync={sync} />;
  const draft = opened.value;
  return (
    <>
      <RuleHeader draft={draft} workspace={workspace} />
      <RuleBuilder
        rule={draft.rule}
        revision={draft.revision}
        account={{ attributes: draft.account.attributes, lists: draft.account.lists }}
        rivals={draft.rivals}
        liveNumber={draft.live?.number ?? null}
        liveChoice={liveChoiceOf(draft)}
        preview={latest.value}
        listed={read.ok ? read.value.listed : 0}
        isHeard={reach.ok && reach.value.verified}
        nowMs={Date.now()}
        mayEdit={requireRole(context, "editor").ok}
        path={`/w/${workspace}/syncs/${sync}/rule`}
        previewsPath={`/api/w/${workspace}/syncs/${sync}/previews`}
        actions={{
          save: submitDraft.bind(null, workspace, sync),
          startPreview: submitPreview.bind(null, workspace, sync),
          publish: submitPublish.bind(null, workspace, sync),
          signInAgain: submitSignInAgain.bind(null, workspace, sync),
        }}
      />
    </>
  );
}

/** A running version asks before its rule is changed; a draft that already differs from it shows that somebody chose to keep it running. */
function liveChoiceOf({ sync, live, rule }: OpenDraft): LiveChoice {
  if (sync.state !== "active" || live === null) return "not_needed";
  return sameJson(live.rule, rule) ? "open" : "keep";
}

async function RuleHeader({ draft, workspace }: { draft: OpenDraft; workspace: string }) {
  const t = await getTranslations("rule");
  const { sync, account } = draft;
  const home = `/w/${workspace}/syncs`;
  return (
    <PageHeader
      title={t("title")}
      crumbs={[
        { label: t("breadcrumb_syncs"), href: home },
        { label: sync.name, href: `${home}/${sync.id}` },
      ]}
      status={<VersionStatus draft={draft} />}
      description={
        <>
          {t("description", { name: sync.name })}{" "}
          {t.rich("account_read", { time: () => <RelativeTime at={account.readAtMs} /> })}
        </>
      }
    />
  );
}

async function VersionStatus({ draft: { sync, live } }: { draft: OpenDraft }) {
  const t = await getTranslations("rule");
  if (live === null)
    return (
      <Status icon={FilePen} tone="neutral">
        {t("not_published")}
      </Status>
    );
  const { number } = live;
  switch (sync.state) {
    case "active":
      return (
        <Status icon={Activity} tone="success">
          {t("live_version", { number })}
        </Status>
      );
    case "paused":
      return (
        <Status icon={CirclePause} tone="warning">
          {t("paused_version", { number })}
        </Status>
      );
    case "draft":
      return (
        <Status icon={FilePen} tone="warning">
          {t("draft_version", { number })}
        </Status>
      );
    default:
      throw new Error(`Unknown state: ${String(sync.state)}`);
  }
}
