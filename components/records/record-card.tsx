"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { RecordHit } from "@/lib/use-cases/records/record-view";

/** What one sync did with one customer, last and before. @param props.home address of the sync's page */
export function RecordCard({ hit, home }: { hit: RecordHit; home: string }) {
  const t = useTranslations("records");
  return (
    <Card title={t("of", { record: hit.recordId, sync: hit.syncName })} className="wrap-anywhere">
      <div className="grid gap-4">
        <DefinitionList>
          <Definition term={t("last")}>
            {hit.last ? <Last last={hit.last} home={home} /> : <span className="text-muted">{t("never")}</span>}
          </Definition>
          <Definition term={t("waiting")}>
            <Waiting hit={hit} />
          </Definition>
          {hit.last ? <Facts last={hit.last} /> : null}
        </DefinitionList>
        {hit.deliveries.length > 0 ? (
          <Deliveries hit={hit} home={home} />
        ) : (
          <p className="text-muted text-xs">{t("no_deliveries")}</p>
        )}
      </div>
    </Card>
  );
}

type LastOutcome = NonNullable<RecordHit["last"]>;

function Last({ last, home }: { last: LastOutcome; home: string }) {
  const t = useTranslations("records");
  const runs = useTranslations("runs");
  const reason = last.reason ?? last.errorCode;
  return (
    <>
      <p className="font-medium">
        {runs(`count.${last.outcome}`)}
        {reason === null ? null : (
          <>: {runs.has(`reason_words.${reason}`) ? runs(`reason_words.${reason}`) : <Code>{reason}</Code>}</>
        )}
      </p>
      <p className="text-muted text-xs">
        {t.rich("in_run", {
          at: () => <AbsoluteTime at={last.atMs} seconds />,
          run: (words) => <TextLink href={`${home}/runs/${last.runId}`}>{words}</TextLink>,
        })}{" "}
        {last.publication === null ? null : t("under", { number: last.publication })}
      </p>
    </>
  );
}

function Waiting({ hit: { waiting } }: { hit: RecordHit }) {
  const t = useTranslations("records");
  if (waiting === null) return <span className="text-muted">{t("waiting_not")}</span>;
  const { atMs } = waiting;
  const when =
    atMs === null ? t("waiting_next_run") : t.rich("waiting_until", { at: () => <AbsoluteTime at={atMs} /> });
  return (
    <>
      {t.has(`causes.${waiting.cause}`) ? t(`causes.${waiting.cause}`) : t("causes.other")} {when}
    </>
  );
}

function Facts({ last }: { last: LastOutcome }) {
  const t = useTranslations("records");
  const format = useFormatter();
  const { changedAtMs } = last;
  return (
    <>
      <Definition term={t("writes")}>{format.number(last.writes)}</Definition>
      <Definition term={t("listed")}>{last.listed ? t("listed_yes") : t("listed_no")}</Definition>
      <Definition term={t("changed")}>
        {changedAtMs === null ? t("unknown") : <AbsoluteTime at={changedAtMs} seconds />}
      </Definition>
      <Definition term={t("contact")}>
        {last.destinationId === null ? t("unknown") : <Code>{last.destinationId}</Code>}
      </Definition>
    </>
  );
}

function Deliveries({ hit, home }: { hit: RecordHit; home: string }) {
  const t = useTranslations("records");
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Table label={t("deliveries")}>
        <TableHead>
          <TableHeader>{t("deliveries")}</TableHeader>
          <TableHeader>{t("outcome")}</TableHeader>
        </TableHead>
        <TableBody>
          {hit.deliveries.map((delivery) => (
            <TableRow key={delivery.id}>
              <TableCell className="py-1.5">
                <TextLink href={`${home}/runs/${delivery.runId}`}>
                  <AbsoluteTime at={delivery.atMs} seconds />
                </TextLink>
              </TableCell>
              <TableCell className="py-1.5">
                {t(`states.${delivery.state}`)} {delivery.errorCode === null ? null : <Code>{delivery.errorCode}</Code>}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
