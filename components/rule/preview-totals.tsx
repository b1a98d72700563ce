"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { PreviewTotals as Totals } from "@/lib/rules/preview";
import { addsUp, estimateMinutes, omissionRows, refusalRows, VERDICTS } from "./preview-figures";
import { VERDICT_BARS } from "./verdict-badge";

/** How many would be created, updated, left alone and refused; the parts are the whole. */
export function PreviewTotals({ totals, callsPerMinute }: { totals: Totals; callsPerMinute: number }) {
  const t = useTranslations("preview");
  const format = useFormatter();
  if (!addsUp(totals)) throw new Error("The totals of a preview do not add up.");
  const minutes = estimateMinutes(totals, callsPerMinute);
  return (
    <section aria-label={t("totals")} className="grid gap-3">
      <p className="text-muted text-xs">
        {totals.whole ? t("whole", { count: totals.read }) : t("partial", { count: totals.read })}
      </p>
      <div aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-hover">
        {VERDICTS.map((verdict) =>
          totals[verdict] > 0 ? (
            <span key={verdict} className={VERDICT_BARS[verdict]} style={{ flexGrow: totals[verdict] }} />
          ) : null,
        )}
      </div>
      <dl className="grid gap-1 text-sm">
        {VERDICTS.map((verdict) => (
          <div key={verdict} className="grid grid-cols-[0.625rem_6rem_1fr_auto] items-baseline gap-2">
            <span aria-hidden className={`size-2.5 self-center rounded-sm ${VERDICT_BARS[verdict]}`} />
            <dt className="font-medium">{t(`verdicts.${verdict}`)}</dt>
            <dd className="text-muted text-xs">{t(`verdict_hints.${verdict}`)}</dd>
            <dd className="font-semibold tabular-nums">{format.number(totals[verdict])}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between border-line border-t pt-1.5 text-muted">
          <dt>{t("adds_up", { read: totals.read })}</dt>
          <dd className="font-semibold text-ink tabular-nums">{format.number(totals.read)}</dd>
        </div>
      </dl>
      <p className="text-sm">
        {t("minutes", { minutes })}{" "}
        {minutes > 0 ? (
          <span className="text-muted text-xs">{t("minutes_hint", { calls: callsPerMinute })}</span>
        ) : null}
      </p>
      <RefusedBy totals={totals} />
      <Omitted totals={totals} />
    </section>
  );
}

function RefusedBy({ totals }: { totals: Totals }) {
  const t = useTranslations("preview");
  const say = useTranslations("refusals");
  const rows = refusalRows(totals).map(({ reason, count }) => ({ words: say(`${reason}`), count }));
  return <CountTable label={t("refused_by")} rows={rows} />;
}

function Omitted({ totals }: { totals: Totals }) {
  const t = useTranslations("preview");
  const rows = omissionRows(totals).map(({ attribute, why, count }) => ({
    words: t("omission", { attribute, why: t(`omission_reasons.${why}`) }),
    count,
  }));
  return <CountTable label={t("omitted")} rows={rows} />;
}

/** What, and how often. Draws nothing when there is nothing to count. */
function CountTable({ label, rows }: { label: string; rows: readonly { words: string; count: number }[] }) {
  const t = useTranslations("preview");
  const format = useFormatter();
  if (rows.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Table label={label}>
        <TableHead>
          <TableHeader>{label}</TableHeader>
          <TableHeader numeric>{t("count")}</TableHeader>
        </TableHead>
        <TableBody>
          {rows.map(({ words, count }) => (
            <TableRow key={words}>
              <TableCell className="py-1.5">{words}</TableCell>
              <TableCell numeric className="py-1.5">
                {format.number(count)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
