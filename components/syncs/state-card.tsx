import { useFormatter, useTranslations } from "next-intl";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { AbsoluteTime } from "@/components/ui/relative-time";
import { TextLink } from "@/components/ui/text-link";
import type { SyncView } from "@/lib/use-cases/syncs/sync-view";
import { RunStrip } from "./run-strip";

/** Where both lanes stand, what is published, what waits. @param props.home address of the sync's page */
export function StateCard({ sync, home }: { sync: SyncView; home: string }) {
  const t = useTranslations("syncs");
  const format = useFormatter();
  return (
    <Card title={t("standing")}>
      <DefinitionList>
        {sync.bookmarks.map((bookmark) => (
          <Definition key={bookmark.lane} term={t(`bookmark_${bookmark.lane}`)}>
            <Bookmark {...bookmark} />
          </Definition>
        ))}
        <Definition term={t("backlog")}>
          <span className="tabular-nums">{format.number(sync.backlog)}</span>
        </Definition>
        <Definition term={t("held")}>
          <Held held={sync.totals.held} home={home} />
        </Definition>
        <Definition term={t("ends")}>
          {sync.sourceName && sync.destinationName
            ? t("from_to", { source: sync.sourceName, destination: sync.destinationName })
            : t("no_ends")}
        </Definition>
        <Definition term={t("publication")}>
          <Publication sync={sync} home={home} />
        </Definition>
        <Definition term={t("strip")}>
          <RunStrip runs={sync.runs} />
        </Definition>
      </DefinitionList>
    </Card>
  );
}

function Held({ held, home }: { held: number; home: string }) {
  const t = useTranslations("syncs");
  if (held === 0) return <span className="text-muted">{t("held_none")}</span>;
  return <TextLink href={`${home}/held`}>{t("held_count", { count: held })}</TextLink>;
}

function Bookmark({ atMs, coveredMs }: SyncView["bookmarks"][number]) {
  const t = useTranslations("syncs");
  if (atMs === null && coveredMs === null) return <span className="text-muted">{t("bookmark_none")}</span>;
  const behind = coveredMs !== null && (atMs === null || coveredMs > atMs);
  return (
    <>
      {atMs === null ? null : <p>{t.rich("bookmark_at", { at: () => <AbsoluteTime at={atMs} seconds /> })}</p>}
      {behind ? (
        <p className="text-muted text-xs">
          {t.rich("bookmark_walked", { at: () => <AbsoluteTime at={coveredMs} seconds /> })}
        </p>
      ) : null}
    </>
  );
}

function Publication({ sync, home }: { sync: SyncView; home: string }) {
  const t = useTranslations("syncs");
  const versions = useTranslations("versions");
  const ruleHref = `${home}/rule`;
  const live = sync.publication;
  if (!live) return <TextLink href={ruleHref}>{t("publication_none")}</TextLink>;
  const at = () => <AbsoluteTime at={live.publishedAtMs} />;
  return (
    <div className="grid justify-items-start gap-0.5">
      <TextLink href={ruleHref}>{t("publication_number", { number: live.number })}</TextLink>
      <p className="text-muted text-xs">
        {live.byName === null ? t.rich("publication_at", { at }) : t.rich("publication_by", { at, name: live.byName })}
      </p>
      <p className="text-muted text-xs">
        {t("digest")} <Code>{live.digest.slice(0, 12)}</Code>
      </p>
      <TextLink href={`${home}/versions`} className="text-xs">
        {versions("see_all")}
      </TextLink>
    </div>
  );
}
