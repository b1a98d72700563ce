import { draftSchema } from "@/lib/rules/draft";
import { type AccountShape, type RuleProblem, ruleProblems } from "@/lib/rules/problems";
import { ruleSchema } from "@/lib/rules/schema";
import { type FieldFault, invalidInput } from "@/lib/use-cases/errors";
import { type EditedRule, toDraft } from "./edited-rule";

/** What the form says about the rule as it stands. Paths are dotted: `mapping.2.target`, `lists.0`. */
export interface RuleFaults {
  /** What is not filled in well enough to be saved. */
  unsaved: Record<string, FieldFault>;
  /** What a preview still asks for: at least one row, one list, no attribute twice. */
  missing: Record<string, FieldFault>;
  /** What does not fit the account. */
  problems: (RuleProblem & { at: string })[];
}

/** Judges the edited rule by the very schemas that the server uses, so that nothing is sent that would be refused. */
export function ruleFaults(edited: EditedRule, account: AccountShape): RuleFaults {
  const draft = toDraft(edited);
  const stored = draftSchema.safeParse(draft, { reportInput: true });
  const unsaved = stored.success ? {} : ownWords(invalidInput(stored.error).fields ?? {});
  const whole = stored.success ? ruleSchema.safeParse(draft, { reportInput: true }) : null;
  const missing = whole && !whole.success ? ownWords(invalidInput(whole.error).fields ?? {}) : {};
  return { unsaved, missing, problems: fittingProblems(draft, account) };
}

/** A row without a target is incomplete, not wrong. */
function fittingProblems(draft: ReturnType<typeof toDraft>, account: AccountShape): RuleFaults["problems"] {
  return ruleProblems(draft, account)
    .filter(({ path }) => path[0] !== "mapping" || draft.mapping[Number(path[1])]?.target.name !== "")
    .map((problem) => ({ ...problem, at: problem.path.join(".") }));
}

/** Where a general sentence of the schema would say less than we can. */
const OWN_WORDS: readonly [RegExp, string][] = [
  [/^mapping$/, "rule.no_rows"],
  [/^lists$/, "rule.no_list"],
  [/^mapping\.\d+\.target\.name$/, "rule.choose_attribute"],
  [/^mapping\.\d+\.target$/, "rule.attribute_twice"],
  [/^lists\.\d+\.reason$/, "rule.reason_short"],
  [/^consent\.optInLevels$/, "rule.no_opt_in_level"],
];

function ownWords(faults: Record<string, FieldFault>): Record<string, FieldFault> {
  return Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => {
      const own = OWN_WORDS.find(([pattern]) => pattern.test(path));
      return [path, own ? { code: own[1] } : fault];
    }),
  );
}

/** The first fault at or below a path. */
export function faultAt(faults: Record<string, FieldFault>, path: string): FieldFault | undefined {
  const found = Object.entries(faults).find(([at]) => at === path || at.startsWith(`${path}.`));
  return found?.[1];
}

/** The problems at or below a path. */
export function problemsAt(problems: RuleFaults["problems"], path: string): RuleFaults["problems"] {
  return problems.filter(({ at }) => at === path || at.startsWith(`${path}.`));
}
