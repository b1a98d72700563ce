/** What became of a mutant; only the first is good. */
export type Outcome =
  | "killed"
  | "survived"
  | "broken"
  | "no such test"
  | "source text not found once"
  | "fails as things are";

export interface Verdict {
  /** Of the mutant; or the name of a test that fails without any. */
  id: string;
  outcome: Outcome;
  ms: number;
}
