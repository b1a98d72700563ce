import type { WalkView } from "@/lib/use-cases/runs/run-view";

/** Which sentence tells what a read rests on, with its figures. Keys are of `runs.read_sentences`. */
export interface EvidenceSentence {
  key: "walking" | "end" | "met" | "missing" | "empty_proven" | "empty_unproven" | "abandoned";
  params: { rows: number; pages: number; missing: number };
  /** Whether what was found may be told: the read counts, or is still going on. */
  counts: boolean;
}

/** The evidence of one walk as a plain sentence; it never says more than the walk has proved. */
export function evidenceSentence(walk: Pick<WalkView, "state" | "rows" | "pages" | "evidence">): EvidenceSentence {
  const { evidence } = walk;
  const params = {
    rows: evidence?.rows ?? walk.rows,
    pages: evidence?.pages ?? walk.pages,
    missing: evidence?.missedAlive ?? 0,
  };
  const say = (key: EvidenceSentence["key"], counts: boolean): EvidenceSentence => ({ key, params, counts });
  if (walk.state === "walking" || walk.state === "complete") return say("walking", false);
  if (evidence === null) return say("abandoned", false);
  if (evidence.missedAlive > 0) return say("missing", false);
  if (evidence.failedReceipts.length > 0) return say(evidence.rows === 0 ? "empty_unproven" : "abandoned", false);
  if (walk.state === "abandoned") return say("abandoned", false);
  if (evidence.ending === "met_known_record") return say("met", true);
  return evidence.rows === 0 && evidence.exactTotal === 0 ? say("empty_proven", true) : say("end", true);
}
