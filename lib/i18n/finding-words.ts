import type { useTranslations } from "next-intl";
import { FAILURE_CODES } from "@/lib/runner/failures";

export interface FindingFacts {
  kind: string;
  /** Code of the failure it is about, if it is about one. */
  code: string | null;
  /** Numbers among its evidence. */
  figures: Readonly<Record<string, number>>;
}

/** A finding in plain words: cause, effect, next step; the same on pages and in messages. */
export interface FindingWords {
  title: string;
  cause: string;
  /** What the numbers say; empty when there are none. */
  figures: string[];
  effect: string;
  next: string;
}

export interface FindingTranslators {
  findings: ReturnType<typeof useTranslations<"findings">>;
  failures: ReturnType<typeof useTranslations<"failures">>;
}

/** The failure behind it says cause and next step better than its kind can. @throws for a kind without words */
export function findingWords({ findings, failures }: FindingTranslators, finding: FindingFacts): FindingWords {
  const key = finding.kind.replaceAll(".", "_");
  const failure = FAILURE_CODES.find((code) => code === finding.code)?.replace(".", "_");
  return {
    title: findings(`kinds.${key}`),
    cause: failure ? failures(`errors.${failure}`) : findings(`causes.${key}`),
    figures: figuresOf(findings, finding.figures),
    effect: findings(`effects.${key}`),
    next: failure ? failures(`next.${failure}`) : findings(`next.${key}`),
  };
}

/** Only numbers that have words are told: what a run measured beside stands on its page. */
function figuresOf(t: ReturnType<typeof useTranslations<"findings">>, figures: FindingFacts["figures"]): string[] {
  const { pending, usual, failures, runs, sinceMs, dueMs, expected, records } = figures;
  return [
    ...(pending !== undefined && usual !== undefined
      ? [t("figures.pending_usual", { pending, usual: Math.round(usual) })]
      : []),
    ...(failures === undefined ? [] : [t("figures.failures", { failures })]),
    ...(runs === undefined ? [] : [t("figures.runs", { runs })]),
    ...(dueMs === undefined ? [] : [t("figures.due", { due: new Date(dueMs) })]),
    ...(records === undefined ? [] : [t("figures.records", { records })]),
    ...(sinceMs === undefined ? [] : [t("figures.since", { since: new Date(sinceMs) })]),
    ...(sinceMs === undefined || expected === undefined
      ? []
      : [t("figures.expected", { expected: Math.floor(expected) })]),
  ];
}
