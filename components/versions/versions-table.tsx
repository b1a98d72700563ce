"use client";

import { CircleCheck, FilePen } from "lucide-react";
import { useTranslations } from "next-intl";
import { DigestLine } from "@/components/rule/digest-line";
import { RuleChanges } from "@/components/rule/rule-changes";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Status } from "@/components/ui/status";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { FormAction } from "@/lib/http/action-state";
import type { PublicationLine } from "@/lib/use-cases/publications/list-publications";

interface Props {
  lines: readonly PublicationLine[];
  hidden: Readonly<Record<string, string>>;
  /** Null for those who may only look. */
  restore: FormAction | null;
}

/** Versions, newest first: when, by whom, what changed, and the way back. */
export function VersionsTable({ lines, hidden, restore }: Props) {
  const t = useTranslations("versions");
  return (
    <Table label={t("title")}>
      <caption className="sr-only">{t("title")}</caption>
      <TableHead>
        <TableHeader>{t("title")}</TableHeader>
        <TableHeader>{t("changes")}</TableHeader>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.number}>
            <TableCell className="align-top">
              <Version line={line} />
              {restore && !line.isDraft ? <Restore line={line} hidden={hidden} action={restore} /> : null}
            </TableCell>
            <TableCell className="wrap-anywhere w-2/3 align-top">
              <Changes line={line} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Version({ line }: { line: PublicationLine }) {
  const t = useTranslations("versions");
  const at = () => <AbsoluteTime at={line.publishedAtMs} />;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {t("number", { number: line.number })}
        {line.isLive ? (
          <Status icon={CircleCheck} tone="success">
            {t("live")}
          </Status>
        ) : null}
        {line.isDraft && !line.isLive ? (
          <Status icon={FilePen} tone="neutral">
            {t("in_draft")}
          </Status>
        ) : null}
      </p>
      <p className="text-muted text-xs">{line.byName === null ? at() : t.rich("by", { at, name: line.byName })}</p>
      <DigestLine digest={line.digest} />
    </div>
  );
}

function Changes({ line }: { line: PublicationLine }) {
  const t = useTranslations("versions");
  if (line.number === 1) return <p className="text-muted">{t("first")}</p>;
  if (line.changes === null) return <p className="text-muted">{t("not_compared")}</p>;
  return <RuleChanges changes={line.changes} />;
}

function Restore({ line, hidden, action }: Pick<Props, "hidden"> & { line: PublicationLine; action: FormAction }) {
  const t = useTranslations("versions");
  const { number } = line;
  return (
    <ActionDialog
      trigger={
        <Button size="small" className="mt-2" aria-label={t("restore_name", { number })}>
          {t("restore")}
        </Button>
      }
      title={t("restore_title", { number })}
      description={t("restore_body")}
      submitLabel={t("restore_confirm")}
      action={action}
      hidden={{ ...hidden, number: String(number) }}
    />
  );
}
