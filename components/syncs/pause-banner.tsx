import { useTranslations } from "next-intl";
import { FailureSentence } from "@/components/runs/failure-sentence";
import { failureKey, mendingPlace } from "@/components/runs/failure-words";
import { Banner } from "@/components/ui/banner";
import { LinkButton } from "@/components/ui/link-button";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { TextLink } from "@/components/ui/text-link";
import type { Failure } from "@/lib/runner/failures";
import type { Pause, SyncView } from "@/lib/use-cases/syncs/sync-view";
import { CheckPanel } from "./check-panel";

interface Props {
  workspaceId: string;
  sync: SyncView;
  pause: Pause;
  /** Whether the viewer may resume, and so check first. */
  mayChange: boolean;
}

/** Why it is paused, since when, what was not sent, and what to do about it. */
export function PauseBanner({ workspaceId, sync, pause, mayChange }: Props) {
  const t = useTranslations("syncs");
  const home = `/w/${workspaceId}`;
  return (
    <Banner
      tone={pause.cause ? "danger" : "warning"}
      role="region"
      title={t.rich("paused_title", { at: () => <AbsoluteTime at={pause.atMs} /> })}
    >
      <div className="grid gap-1">
        <p>{pause.cause ? <Streak pause={pause} cause={pause.cause} /> : <ByPerson pause={pause} />}</p>
        <p>{t("paused_backlog", { count: sync.backlog })}</p>
        <Replays sync={sync} />
        {pause.cause ? <Next cause={pause.cause} /> : null}
        <Meanwhile pause={pause} />
        <FailedRuns sync={sync} pause={pause} home={home} />
        {pause.cause ? <Mend cause={pause.cause} home={home} syncId={sync.id} /> : null}
        {mayChange ? <CheckPanel workspaceId={workspaceId} syncId={sync.id} /> : null}
      </div>
    </Banner>
  );
}

/** From where resuming goes on. */
function Replays({ sync }: { sync: SyncView }) {
  const t = useTranslations("syncs");
  const atMs = sync.bookmarks.find(({ lane }) => lane === "scheduled")?.atMs ?? null;
  if (atMs === null) return <p>{t("paused_replays_all")}</p>;
  return <p>{t.rich("paused_replays", { at: () => <AbsoluteTime at={atMs} seconds /> })}</p>;
}

/** What goes on by itself: probes that may end the pause, and opt-outs. */
function Meanwhile({ pause }: { pause: Pause }) {
  const t = useTranslations("syncs");
  const { outageOnly, nextProbeAtMs, nextOptOutAtMs } = pause;
  return (
    <>
      {outageOnly ? (
        <p>
          {nextProbeAtMs === null
            ? t("paused_outage")
            : t.rich("paused_probes", { at: () => <AbsoluteTime at={nextProbeAtMs} /> })}
        </p>
      ) : null}
      {nextOptOutAtMs === null ? null : (
        <p>{t.rich("paused_opt_outs", { at: () => <AbsoluteTime at={nextOptOutAtMs} /> })}</p>
      )}
    </>
  );
}

function Streak({ pause, cause }: { pause: Pause; cause: Failure }) {
  const t = useTranslations("syncs");
  return t.rich("paused_streak", { count: pause.runIds.length, error: () => <FailureSentence failure={cause} /> });
}

function ByPerson({ pause }: { pause: Pause }) {
  const t = useTranslations("syncs");
  if (pause.byName === null || pause.reason === null) return t("paused_by_unknown");
  return t("paused_by", { name: pause.byName, reason: pause.reason });
}

function Next({ cause }: { cause: Failure }) {
  const t = useTranslations("syncs");
  const failures = useTranslations("failures");
  return <p>{t("paused_next", { next: failures(`next.${failureKey(cause.code)}`) })}</p>;
}

function FailedRuns({ sync, pause, home }: { sync: SyncView; pause: Pause; home: string }) {
  const t = useTranslations("syncs");
  if (pause.runIds.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-2 text-xs">
      {t("paused_runs")}
      {pause.runIds.map((id) => {
        const mark = sync.runs.find((run) => run.id === id);
        return (
          <TextLink key={id} href={`${home}/syncs/${sync.id}/runs/${id}`}>
            {mark ? <AbsoluteTime at={mark.finishedAtMs ?? mark.requestedAtMs} seconds /> : id.slice(0, 8)}
          </TextLink>
        );
      })}
    </p>
  );
}

function Mend({ cause, home, syncId }: { cause: Failure; home: string; syncId: string }) {
  const t = useTranslations("syncs");
  switch (mendingPlace(cause.code)) {
    case "connections":
      return (
        <LinkButton size="small" className="mt-1 justify-self-start" href={`${home}/connections`}>
          {t("go_fix_connections")}
        </LinkButton>
      );
    case "rule":
      return (
        <LinkButton size="small" className="mt-1 justify-self-start" href={`${home}/syncs/${syncId}/rule`}>
          {t("go_fix_rule")}
        </LinkButton>
      );
    case "nowhere":
      return null;
  }
}
