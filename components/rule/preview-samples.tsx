"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { cn } from "@/components/ui/cn";
import { Select } from "@/components/ui/select";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { PreviewSample, PreviewVerdict } from "@/lib/rules/preview";
import type { Rule } from "@/lib/rules/schema";
import { VERDICTS } from "./preview-figures";
import { SampleDetail } from "./sample-detail";
import { VerdictBadge } from "./verdict-badge";

type Shown = PreviewVerdict | "all";

/** Some customers of each kind; one of them in full. */
export function PreviewSamples({ samples, rule }: { samples: PreviewSample[]; rule: Rule }) {
  const t = useTranslations("preview");
  const [shown, setShown] = useState<Shown>("all");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const listed = inOrder(samples).filter(({ verdict }) => shown === "all" || verdict === shown);
  const chosen = listed.find(({ recordId }) => recordId === chosenId) ?? listed[0];
  if (samples.length === 0) return <p className="text-muted text-sm">{t("samples_none")}</p>;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h3 className="font-semibold text-sm">{t("samples")}</h3>
          <p className="text-muted text-xs">{t("samples_hint")}</p>
        </div>
        <VerdictSelect samples={samples} shown={shown} onShow={setShown} />
      </div>
      <div className="max-h-72 overflow-y-auto rounded-md border border-line">
        <Table label={t("samples")}>
          <TableHead>
            <TableHeader className="px-3">{t("name")}</TableHeader>
            <TableHeader className="px-3">{t("verdict")}</TableHeader>
          </TableHead>
          <TableBody>
            {listed.map((sample) => (
              <SampleRow
                key={sample.recordId}
                sample={sample}
                isChosen={sample === chosen}
                onChoose={() => setChosenId(sample.recordId)}
              />
            ))}
          </TableBody>
        </Table>
      </div>
      {chosen ? <SampleDetail key={chosen.recordId} sample={chosen} rule={rule} /> : null}
    </div>
  );
}

/** What would be written first, as the totals list it. */
function inOrder(samples: PreviewSample[]): PreviewSample[] {
  return [...samples].sort((one, other) => VERDICTS.indexOf(one.verdict) - VERDICTS.indexOf(other.verdict));
}

function VerdictSelect({
  samples,
  shown,
  onShow,
}: {
  samples: PreviewSample[];
  shown: Shown;
  onShow: (shown: Shown) => void;
}) {
  const t = useTranslations("preview");
  const countOf = (wanted: PreviewVerdict) => samples.filter(({ verdict }) => verdict === wanted).length;
  return (
    <Select
      aria-label={t("show")}
      value={shown}
      className="w-40"
      onChange={(event) => onShow(event.target.value as Shown)}
    >
      <option value="all">{t("all", { count: samples.length })}</option>
      {VERDICTS.filter((verdict) => countOf(verdict) > 0).map((verdict) => (
        <option key={verdict} value={verdict}>
          {t("some", { verdict: t(`verdicts.${verdict}`), count: countOf(verdict) })}
        </option>
      ))}
    </Select>
  );
}

function SampleRow({ sample, isChosen, onChoose }: { sample: PreviewSample; isChosen: boolean; onChoose: () => void }) {
  const t = useTranslations("preview");
  const say = useTranslations("refusals");
  const { name, address, verdict, reason } = sample;
  return (
    <TableRow className={cn(isChosen && "bg-accent-soft hover:bg-accent-soft")}>
      <TableCell className="max-w-0 px-3 py-1.5">
        <button type="button" aria-pressed={isChosen} onClick={onChoose} className="grid w-full rounded text-left">
          <span className="truncate font-medium">{name || t("no_name")}</span>
          <span className="truncate text-muted text-xs">{address ?? t("no_address")}</span>
        </button>
      </TableCell>
      <TableCell className="w-40 px-3 py-1.5">
        <VerdictBadge verdict={verdict} />
        {reason ? <p className="mt-0.5 text-muted text-xs">{say(`${reason}`)}</p> : null}
      </TableCell>
    </TableRow>
  );
}
