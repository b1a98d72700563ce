import { useFormatter, useTranslations } from "next-intl";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { RhythmPoint } from "@/lib/use-cases/silence/read-rhythm";

/** What the chart draws, newest first. @param props.home address of the sync's page */
export function RhythmTable({ points, home }: { points: readonly RhythmPoint[]; home: string }) {
  const t = useTranslations("rhythm");
  const format = useFormatter();
  const number = (value: number) => format.number(value, { maximumFractionDigits: 1 });
  return (
    <Table label={t("title")}>
      <TableHead>
        <TableHeader>{t("read_at")}</TableHeader>
        <TableHeader numeric>{t("records")}</TableHeader>
        <TableHeader numeric>{t("expected")}</TableHeader>
        <TableHeader numeric>{t("usual")}</TableHeader>
        <TableHeader>{t("remark")}</TableHeader>
      </TableHead>
      <TableBody>
        {points.toReversed().map((point) => (
          <TableRow key={`${point.runId} ${point.atMs}`}>
            <TableCell>
              <TextLink href={`${home}/runs/${point.runId}`}>
                <AbsoluteTime at={point.atMs} />
              </TextLink>
            </TableCell>
            <TableCell numeric>{number(point.records)}</TableCell>
            <TableCell numeric>{number(point.expected)}</TableCell>
            <TableCell numeric>{t("range", { low: number(point.low), high: number(point.high) })}</TableCell>
            <TableCell>{point.silent ? t("silent") : null}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
