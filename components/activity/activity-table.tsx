import { useTranslations } from "next-intl";
import { Code } from "@/components/ui/code";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ActivityLine } from "@/lib/use-cases/activity/list-activity";

/** Newest first. A verb without words of its own is shown as it is. */
export function ActivityTable({ lines }: { lines: readonly ActivityLine[] }) {
  const t = useTranslations("activity");
  return (
    <Table label={t("entries")}>
      <TableHead>
        <TableHeader>{t("when")}</TableHeader>
        <TableHeader>{t("who")}</TableHeader>
        <TableHeader>{t("what")}</TableHeader>
        <TableHeader>{t("details")}</TableHeader>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className="align-top">
              <AbsoluteTime at={line.atMs} seconds />
            </TableCell>
            <TableCell className="whitespace-nowrap align-top">
              <Who line={line} />
            </TableCell>
            <TableCell className="min-w-56 align-top">
              <What line={line} />
            </TableCell>
            <TableCell className="min-w-40 align-top">
              <Details details={line.details} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Who({ line }: { line: ActivityLine }) {
  const t = useTranslations("activity");
  const name = line.actorName === null ? t("somebody") : <bdi>{line.actorName}</bdi>;
  if (line.actorKind === "user") return name;
  if (line.actorKind === "support") return t.rich("support", { name: () => name });
  return t(`actors.${line.actorKind}`);
}

function What({ line }: { line: ActivityLine }) {
  const t = useTranslations("activity");
  return (
    <>
      <p>{t.has(`verbs.${line.verb}`) ? t(`verbs.${line.verb}`) : <Code>{line.verb}</Code>}</p>
      {line.subjectName === null ? null : (
        <p className="text-muted text-xs">
          <bdi>{line.subjectName}</bdi>
        </p>
      )}
    </>
  );
}

/** Plain facts, in the order they were written; what is nested is left to the export. */
function Details({ details }: { details: Record<string, unknown> }) {
  const t = useTranslations("activity");
  const plain = Object.entries(details).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value));
  if (plain.length === 0) return null;
  return (
    <dl className="grid gap-0.5 text-xs">
      {plain.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt className="text-muted">{t.has(`facts.${name}`) ? t(`facts.${name}`) : name}</dt>
          <dd className="break-all">
            <bdi>{String(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
