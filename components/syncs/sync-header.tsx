import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import type { FormAction } from "@/lib/http/action-state";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";
import { PauseDialog, ResumeDialog } from "./reason-dialogs";
import { RunNowButton } from "./run-now-button";
import { RunOptionsDialog } from "./run-options-dialog";
import { SyncStatus } from "./sync-status";

interface Props {
  sync: SyncView;
  workspaceId: string;
  /** IANA zone in which dates are typed. */
  zone: string;
  /** Whether the viewer may run, pause and resume. */
  mayChange: boolean;
  actions: { run: FormAction; runOptions: FormAction; pause: FormAction; resume: FormAction };
}

/** Name, state, and the one thing to do next: build the rule, run, or resume. */
export function SyncHeader({ sync, workspaceId, zone, mayChange, actions }: Props) {
  const t = useTranslations("syncs");
  const home = `/w/${workspaceId}/syncs`;
  const rule = `${home}/${sync.id}/rule`;
  const hidden = { workspace: workspaceId, syncId: sync.id };
  const quiet = sync.state === "draft" ? null : <LinkButton href={rule}>{t("open_rule")}</LinkButton>;
  return (
    <PageHeader
      title={sync.name}
      crumbs={[{ label: t("title"), href: home }]}
      status={<SyncStatus sync={sync} />}
      actions={
        <>
          {quiet}
          {mayChange && sync.state === "active" ? (
            <>
              <PauseDialog hidden={hidden} action={actions.pause} />
              <RunOptionsDialog hidden={hidden} action={actions.runOptions} zone={zone} listed={sync.listed} />
            </>
          ) : null}
        </>
      }
      primaryAction={<Primary sync={sync} rule={rule} hidden={hidden} mayChange={mayChange} actions={actions} />}
    />
  );
}

interface PrimaryProps extends Omit<Props, "workspaceId" | "zone"> {
  rule: string;
  hidden: Readonly<Record<string, string>>;
}

function Primary({ sync, rule, hidden, mayChange, actions }: PrimaryProps) {
  const t = useTranslations("syncs");
  if (sync.state === "draft")
    return (
      <LinkButton variant="primary" href={rule}>
        {mayChange ? t("build_rule") : t("review_rule")}
      </LinkButton>
    );
  if (!mayChange) return null;
  if (sync.state === "paused") return <ResumeDialog hidden={hidden} action={actions.resume} />;
  return <RunNowButton hidden={hidden} action={actions.run} />;
}
