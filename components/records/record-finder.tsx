"use client";

import { Search, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useCallback, useEffect, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LiveRegion } from "@/components/ui/live-region";
import { AbsoluteTime } from "@/components/ui/relative-time";
import type { FoundRecords } from "@/lib/use-cases/records/record-view";
import { askForRecords, type FinderState } from "./ask-for-records";
import { RecordCard } from "./record-card";

/** One field, and what is known of whoever it names. */
export function RecordFinder({ workspaceId, initial }: { workspaceId: string; initial: string }) {
  const t = useTranslations("records");
  const [search, setSearch] = useState(initial);
  const [state, setState] = useState<FinderState>({ kind: "idle" });
  const find = useCallback(
    async (text: string) => {
      setState({ kind: "asking" });
      setState(await askForRecords(workspaceId, text));
    },
    [workspaceId],
  );
  useEffect(() => {
    if (initial !== "") void find(initial);
  }, [find, initial]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void find(search);
  };
  return (
    <div className="grid gap-5">
      <search>
        <form onSubmit={submit} noValidate className="grid max-w-xl gap-3">
          <Field
            name="search"
            label={t("search")}
            hint={t("search_hint")}
            error={state.kind === "refused" ? t("errors.neither") : undefined}
          >
            <Input
              name="search"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={400}
            />
          </Field>
          <div>
            <Button type="submit" variant="primary" disabled={search.trim() === "" || state.kind === "asking"}>
              <Search aria-hidden />
              {t("find")}
            </Button>
          </div>
        </form>
      </search>
      <LiveRegion>
        <Answer state={state} />
      </LiveRegion>
      {state.kind === "found" ? <Found workspaceId={workspaceId} found={state.found} /> : null}
    </div>
  );
}

function Answer({ state }: { state: FinderState }) {
  const t = useTranslations("records");
  switch (state.kind) {
    case "idle":
    case "refused":
      return null;
    case "asking":
      return <p className="text-muted text-sm">{t("asking")}</p>;
    case "signed_out":
      return <Banner tone="warning" title={t("signed_out")} />;
    case "unread":
      return <Banner tone="warning" title={t("unread")} />;
    case "found":
      return <p className="text-muted text-sm">{t("found", { count: state.found.hits.length })}</p>;
  }
}

function Found({ workspaceId, found }: { workspaceId: string; found: FoundRecords }) {
  const t = useTranslations("records");
  return (
    <div className="grid gap-4">
      {found.suppressed ? (
        <Banner tone="warning" title={t("suppressed")}>
          {t.rich("suppressed_since", { at: () => <AbsoluteTime at={found.suppressed?.atMs ?? 0} /> })}
        </Banner>
      ) : null}
      {found.hits.length === 0 ? (
        <Card>
          <EmptyState icon={SearchX} title={t("nothing")}>
            {found.by === "id" ? t("nothing_id") : t("nothing_address")}
          </EmptyState>
        </Card>
      ) : (
        found.hits.map((hit) => (
          <RecordCard key={`${hit.syncId}-${hit.recordId}`} hit={hit} home={`/w/${workspaceId}/syncs/${hit.syncId}`} />
        ))
      )}
    </div>
  );
}
