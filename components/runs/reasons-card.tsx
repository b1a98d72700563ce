"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ReasonCount } from "@/lib/use-cases/runs/run-view";

/** Refused, superseded and held records by reason. Draws nothing when there are none. */
export function ReasonsCard({ reasons }: { reasons: readonly ReasonCount[] }) {
  const t = useTranslations("runs");
  const format = useFormatter();
  if (reasons.length === 0) return null;
  return (
    <Card title={t("reasons")} description={t("reasons_note")} flush>
      <Table label={t("reasons")}>
        <caption className="sr-only">{t("reasons")}</caption>
        <TableHead>
          <TableHeader>{t("outcome")}</TableHeader>
          <TableHeader>{t("reason")}</TableHeader>
          <TableHeader numeric>{t("records")}</TableHeader>
        </TableHead>
        <TableBody>
          {reasons.map(({ outcome, reason, count }) => (
            <TableRow key={`${outcome}-${reason}`}>
              <TableCell>{t(`count.${outcome}`)}</TableCell>
              <TableCell>
                {t.has(`reason_words.${reason}`)
                  ? t(`reason_words.${reason}`)
                  : t("reason_words.other", { code: reason })}
              </TableCell>
              <TableCell numeric>{format.number(count)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
