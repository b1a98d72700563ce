"use client";

import { useTranslations } from "next-intl";
import { Children, type ReactNode } from "react";
import type { RuleProblem } from "@/lib/rules/problems";
import type { FieldFault } from "@/lib/use-cases/errors";
import { Note } from "./note";
import { useFault } from "./use-fault";

export interface RowNotesProps {
  id: string;
  fault: FieldFault | undefined;
  problems: RuleProblem[];
  /** What mends a problem, where one press does. */
  mend?: (problem: RuleProblem) => ReactNode;
  children?: ReactNode;
}

/** What is wrong with one row, under it. Draws nothing where nothing is. */
export function RowNotes({ id, fault, problems, mend, children }: RowNotesProps) {
  const say = useFault();
  const sayProblem = useProblem();
  if (!fault && problems.length === 0 && !hasContent(children)) return null;
  return (
    <div id={id} className="grid gap-1">
      {fault ? <Note tone="danger">{say(fault)}</Note> : null}
      {problems.map((problem) => (
        <Note
          key={problem.code + sayProblem(problem)}
          tone={problem.blocks ? "danger" : "warning"}
          action={mend?.(problem)}
        >
          {sayProblem(problem)}
        </Note>
      ))}
      {children}
    </div>
  );
}

/** Whether there is something to draw: of several children, one that is not null. */
const hasContent = (children: ReactNode) => Children.toArray(children).length > 0;

/** A problem in words; types are named as people call them. */
function useProblem(): (problem: RuleProblem) => string {
  const t = useTranslations("rule");
  const typed = (params: Record<string, string | number>) =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        (name === "type" || name === "was" || name === "is") && t.has(`types.${value}`) ? t(`types.${value}`) : value,
      ]),
    );
  return ({ code, params }) => t(`problems.${code}`, code === "list_renamed" ? params : typed(params));
}
