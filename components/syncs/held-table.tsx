"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Code } from "@/components/ui/code";
import { AbsoluteTime, RelativeTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { HeldLine } from "@/lib/use-cases/held/held-view";
import { type HeldActions, HeldRowActions } from "./held-actions";

interface Props {
  records: readonly HeldLine[];
  shopDomain: string | null;
  hidden: Readonly<Record<string, string>>;
  /** Null for those who may only look. */
  actions: HeldActions | null;
}

/** Held records: which, why, since when, and when they are tried again. */
export function HeldTable({ records, shopDomain, hidden, actions }: Props) {
  const t = useTranslations("held");
  const format = useFormatter();
  return (
    <Table label={t("title")}>
      <caption className="sr-only">{t("title")}</caption>
      <TableHead>
        <TableHeader>{t("record")}</TableHeader>
        <TableHeader>{t("why")}</TableHeader>
        <TableHeader>{t("since")}</TableHeader>
        <TableHeader numeric>{t("tries")}</TableHeader>
        <TableHeader>{t("next_try")}</TableHeader>
        {actions ? (
          <TableHeader className="relative">
            <span className="sr-only">{t("actions")}</span>
          </TableHeader>
        ) : null}
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <TableRow key={`${record.recordId}-${record.lastTryMs}`}>
            <TableCell className="whitespace-nowrap">
              <RecordId recordId={record.recordId} shopDomain={shopDomain} />
            </TableCell>
            <TableCell className="min-w-56">
              <Why code={record.code} />
            </TableCell>
            <TableCell>
              <AbsoluteTime at={record.sinceMs} />
            </TableCell>
            <TableCell numeric>{format.number(record.tries)}</TableCell>
            <TableCell className="whitespace-nowrap">
              <NextTry record={record} />
            </TableCell>
            {actions ? (
              <TableCell>
                <HeldRowActions hidden={{ ...hidden, recordId: record.recordId }} actions={actions} />
              </TableCell>
            ) : null}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function RecordId({ recordId, shopDomain }: Pick<HeldLine, "recordId"> & Pick<Props, "shopDomain">) {
  if (shopDomain === null) return <span className="font-mono">{recordId}</span>;
  return (
    <TextLink
      className="font-mono"
      href={`https://${shopDomain}/admin/customers/${recordId}`}
      prefetch={false}
      target="_blank"
      rel="noreferrer"
    >
      {recordId}
    </TextLink>
  );
}

/** A code without words of its own is shown as it is. */
function Why({ code }: { code: string }) {
  const t = useTranslations("held");
  return (
    <>
      <p>{t.has(`codes.${code}`) ? t(`codes.${code}`) : t("codes.other")}</p>
      <p className="text-faint text-xs">
        <Code>{code}</Code>
      </p>
    </>
  );
}

function NextTry({ record }: { record: HeldLine }) {
  const t = useTranslations("held");
  if (!record.isQueued) return <span className="text-muted">{t("next_change")}</span>;
  if (record.nextTryMs === null) return t("next_run");
  return <RelativeTime at={record.nextTryMs} />;
}
