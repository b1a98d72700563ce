"use client";

import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { useMessage } from "@/components/ui/form-message";
import { LiveRegion } from "@/components/ui/live-region";
import { Status } from "@/components/ui/status";
import type { SaveStatus } from "./save-status";

export interface SaveIndicatorProps {
  status: SaveStatus;
  onRetry: () => void;
  /** Saves over what somebody else saved. */
  onOverwrite: (revision: number) => void;
  /** This page, to look at the other version beside this one. */
  href: string;
}

/** Whether what is on the screen is stored. */
export function SaveIndicator({ status, onRetry, onOverwrite, href }: SaveIndicatorProps) {
  const t = useTranslations("rule.save");
  const theirs = status.kind === "failed" ? status.failure.conflict?.theirs : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <LiveRegion>
        <SaveWords status={status} />
      </LiveRegion>
      {status.kind === "failed" && status.failure.conflict === null ? (
        <Button size="small" onClick={onRetry}>
          {t("retry")}
        </Button>
      ) : null}
      {status.kind === "failed" && status.failure.conflict !== null ? (
        <>
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-accent-ink text-xs underline underline-offset-3"
          >
            {t("open_other")}
          </a>
          {theirs ? (
            <Button size="small" onClick={() => onOverwrite(theirs)}>
              {t("overwrite")}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function SaveWords({ status }: { status: SaveStatus }) {
  const t = useTranslations("rule.save");
  const say = useMessage();
  switch (status.kind) {
    case "saved":
      return (
        <Status icon={CircleCheck} tone="success" look="plain">
          {t("saved")}
        </Status>
      );
    case "saving":
      return (
        <Status icon={LoaderCircle} tone="neutral" look="plain" busy>
          {t("saving")}
        </Status>
      );
    case "unsaved":
      return (
        <Status icon={CircleDashed} tone="neutral" look="plain">
          {t("unsaved")}
        </Status>
      );
    case "incomplete":
      return (
        <Status icon={CircleAlert} tone="warning" look="plain" className="whitespace-normal">
          {t("incomplete", { count: status.count })}
        </Status>
      );
    case "asking":
      return (
        <Status icon={CircleAlert} tone="warning" look="plain" className="whitespace-normal">
          {t("asking")}
        </Status>
      );
    case "failed":
      return (
        <Status icon={CircleAlert} tone="danger" look="plain" className="whitespace-normal">
          {t("failed", { reason: say(status.failure.message) ?? "" })}
        </Status>
      );
  }
}
