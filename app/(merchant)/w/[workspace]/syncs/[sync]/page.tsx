import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RhythmCard } from "@/components/charts/rhythm-card";
import { FindingsCard } from "@/components/findings/findings-card";
import { HistoryCard } from "@/components/runs/history-card";
import { MassChangeBanner } from "@/components/syncs/mass-change-banner";
import { PauseBanner } from "@/components/syncs/pause-banner";
import { RefreshWhile } from "@/components/syncs/refresh-while";
import { ScheduleForm } from "@/components/syncs/schedule-form";
import { ScheduleSummary } from "@/components/syncs/schedule-summary";
import { SettingsForm } from "@/components/syncs/settings-form";
import { SettingsSummary } from "@/components/syncs/settings-summary";
import { StateBanner } from "@/components/syncs/state-banner";
import { StateCard } from "@/components/syncs/state-card";
import { SyncHeader } from "@/components/syncs/sync-header";
import { WatchesCard } from "@/components/syncs/watches-card";
import { Card } from "@/components/ui/card";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listFindings } from "@/lib/use-cases/findings/list-findings";
import { listRuns, RUN_FILTERS } from "@/lib/use-cases/runs/list-runs";
import { readRhythm } from "@/lib/use-cases/silence/read-rhythm";
import { readSync } from "@/lib/use-cases/syncs/read-sync";
import {
  submitApproval,
  submitPause,
  submitResume,
  submitRunNow,
  submitRunOptions,
  submitSchedule,
  submitSettings,
  submitSilenceFine,
  submitWatches,
} from "../actions";
import { found } from "../found";

interface Props {
  params: Promise<{ workspace: string; sync: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { workspace, sync } = await params;
  return { title: found(await readSync(await enterWorkspace(workspace), { syncId: sync })).name };
}

export default async function SyncPage({ params, searchParams }: Props) {
  const { workspace, sync: syncId } = await params;
  const { runs: asked, before } = await searchParams;
  const context = await enterWorkspace(workspace);
  const sync = found(await readSync(context, { syncId }));
  const filter = RUN_FILTERS.find((name) => name === asked) ?? "all";
  const cursor = typeof before === "string" ? { before } : {};
  const [history, findings, rhythm] = await Promise.all([
    listRuns(context, { syncId, filter, ...cursor }),
    listFindings(context, { syncId }),
    readRhythm(context, { syncId }),
  ]);
  const t = await getTranslations("syncs");
  const settings = await getTranslations("sync_settings");
  const home = `/w/${context.workspaceId}/syncs/${sync.id}`;
  const hidden = { workspace: context.workspaceId, syncId: sync.id };
  const silent = found(findings).find((finding) => finding.kind === "sync.unusually_silent");
  const mayChange = context.role !== "viewer";
  return (
    <>
      <RefreshWhile active={sync.activeRunId !== null} />
      <SyncHeader
        sync={sync}
        workspaceId={context.workspaceId}
        zone={context.zone}
        mayChange={mayChange}
        actions={{ run: submitRunNow, runOptions: submitRunOptions, pause: submitPause, resume: submitResume }}
      />
      <div className="grid gap-5">
        {sync.pause ? (
          <PauseBanner workspaceId={context.workspaceId} sync={sync} pause={sync.pause} mayChange={mayChange} />
        ) : null}
        {sync.massChange ? (
          <MassChangeBanner
            massChange={sync.massChange}
            hidden={hidden}
            actions={mayChange ? { approve: submitApproval, pause: submitPause } : null}
            runHref={`${home}/runs/${sync.massChange.runId}`}
          />
        ) : (
          <StateBanner sync={sync} home={home} />
        )}
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="grid min-w-0 gap-5">
            <StateCard sync={sync} home={home} />
            <RhythmCard
              points={found(rhythm)}
              home={home}
              hidden={hidden}
              silence={
                silent
                  ? { sinceMs: silent.figures.sinceMs ?? null, callFine: mayChange ? submitSilenceFine : null }
                  : null
              }
            />
            <FindingsCard findings={found(findings)} home={home} />
          </div>
          <div className="grid min-w-0 gap-5">
            <Card title={t("schedule")} description={mayChange ? t("schedule_description") : undefined}>
              {mayChange ? (
                <ScheduleForm
                  hidden={hidden}
                  action={submitSchedule}
                  schedule={sync.schedule}
                  zone={context.zone}
                  state={sync.state}
                  nextRunAtMs={sync.nextRunAtMs}
                />
              ) : (
                <ScheduleSummary sync={sync} />
              )}
            </Card>
          </div>
        </div>
        <HistoryCard home={home} filter={filter} older={"before" in cursor} {...found(history)} />
        <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
          <Card title={settings("title")} description={mayChange ? settings("description") : undefined}>
            {mayChange ? (
              <SettingsForm hidden={hidden} action={submitSettings} sync={sync} />
            ) : (
              <SettingsSummary sync={sync} />
            )}
          </Card>
          <WatchesCard watches={sync.watches} hidden={hidden} action={mayChange ? submitWatches : null} />
        </div>
        <p className="text-faint text-xs">{t("zone", { zone: context.zone })}</p>
      </div>
    </>
  );
}
