"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { AttributeValue } from "@/lib/rules/payload";
import type { PreviewSample } from "@/lib/rules/preview";
import type { Rule } from "@/lib/rules/schema";
import { type AttributeRow, attributeRows, type ListRow, listRows } from "./preview-figures";
import { VerdictBadge } from "./verdict-badge";

/** One customer: what Brevo holds now, and what it would hold. */
export function SampleDetail({ sample, rule }: { sample: PreviewSample; rule: Rule }) {
  const t = useTranslations("preview");
  const say = useTranslations("refusals");
  const { name, address, verdict, reason, before, after } = sample;
  return (
    <section
      aria-label={t("detail", { name: name || t("no_name") })}
      className="grid gap-3 overflow-hidden rounded-md border border-line bg-surface"
    >
      <header className="grid gap-1 border-line border-b bg-sunken px-3 py-2.5">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 break-words font-semibold text-sm">{name || t("no_name")}</p>
          <VerdictBadge verdict={verdict} />
        </div>
        <p className="break-all text-muted text-xs">{address ?? t("no_address")}</p>
        {reason ? <p className="text-warning-ink text-xs">{say(`${reason}`)}</p> : null}
        {after === null ? <p className="text-muted text-xs">{t("no_write")}</p> : null}
        {after !== null && before === null ? <p className="text-muted text-xs">{t("new_contact")}</p> : null}
        {before?.blocklisted ? <p className="text-warning-ink text-xs">{t("blocklisted")}</p> : null}
        {after?.emailBlacklisted && !before?.blocklisted ? (
          <p className="text-warning-ink text-xs">{t("blocks")}</p>
        ) : null}
      </header>
      {after === null ? null : (
        <>
          <BeforeAfter rows={attributeRows(sample, rule)} />
          <Lists rows={listRows(sample, rule)} />
        </>
      )}
      <Omissions sample={sample} />
    </section>
  );
}

const IS_MARKED: Record<AttributeRow["change"], boolean> = {
  added: true,
  changed: true,
  cleared: true,
  same: false,
  kept: false,
};

function BeforeAfter({ rows }: { rows: AttributeRow[] }) {
  const t = useTranslations("preview");
  return (
    <Table label={t("attribute")} className="table-fixed">
      <TableHead>
        <TableHeader className="px-3">{t("attribute")}</TableHeader>
        <TableHeader className="px-3">{t("before")}</TableHeader>
        <TableHeader className="px-3">{t("after")}</TableHeader>
      </TableHead>
      <TableBody>
        {rows.map(({ attribute, before, after, change }) => (
          <TableRow
            key={attribute}
            className={cn("align-top", IS_MARKED[change] && "bg-success-soft hover:bg-success-soft")}
          >
            <TableCell className="px-3 py-1.5 align-top">
              <span className="block break-all font-mono text-xs">{attribute}</span>
              <span className={cn("text-2xs", IS_MARKED[change] ? "text-success-ink" : "text-faint")}>
                {t(`changes.${change}`)}
              </span>
            </TableCell>
            <TableCell className="px-3 py-1.5 align-top">
              <Value value={before} isOld={IS_MARKED[change]} />
            </TableCell>
            <TableCell className="px-3 py-1.5 align-top">
              <Value value={after} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Value({ value, isOld = false }: { value: AttributeValue | undefined; isOld?: boolean }) {
  const t = useTranslations("preview");
  if (value === undefined) return <span className="text-faint text-xs italic">{t("nothing")}</span>;
  const shown =
    typeof value === "boolean" ? (value ? t("yes") : t("no")) : Array.isArray(value) ? value.join(", ") : value;
  return <span className={cn("break-words text-xs", isOld && "text-muted line-through")}>{shown}</span>;
}

function Lists({ rows }: { rows: ListRow[] }) {
  const t = useTranslations("preview");
  return (
    <div className="grid gap-1.5 px-3 pb-1">
      <h4 className="font-medium text-xs">{t("lists")}</h4>
      <ul className="grid gap-1">
        {rows.map(({ id, name, change }) => (
          <li key={id} className="flex items-center justify-between gap-2 text-xs">
            <span className="min-w-0 truncate">{name}</span>
            <Badge tone={change === "joined" ? "success" : change === "left" ? "warning" : "neutral"}>
              {t(`list_changes.${change}`)}
            </Badge>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Omissions({ sample }: { sample: PreviewSample }) {
  const t = useTranslations("preview");
  if (sample.omissions.length === 0) return null;
  return (
    <div className="grid gap-1 px-3 pb-3">
      <h4 className="font-medium text-xs">{t("omissions")}</h4>
      <ul className="grid list-disc gap-0.5 pl-4 text-muted text-xs">
        {sample.omissions.map(({ attribute, why }) => (
          <li key={`${attribute}:${why}`}>{t("omission", { attribute, why: t(`omission_reasons.${why}`) })}</li>
        ))}
      </ul>
    </div>
  );
}
