"use client";

import { useTranslations } from "next-intl";
import type { RuleChange } from "@/lib/rules/diff";
import { useRuleWords } from "./use-rule-words";

/** How a rule differs from the one that runs, a sentence each. */
export function RuleChanges({ changes }: { changes: RuleChange[] }) {
  const t = useTranslations("publish");
  const say = useRuleWords();
  if (changes.length === 0) return <p>{t("no_difference")}</p>;
  return (
    <ul className="grid list-disc gap-1 pl-4">
      {changes.map((change) => (
        <li key={`${change.kind}:${say(change)}`} className="break-words">
          {say(change)}
        </li>
      ))}
    </ul>
  );
}
