import { describe, expect, it } from "vitest";
import { evidenceSentence } from "@/components/runs/evidence";
import type { ReadEvidence } from "@/lib/runner/reading-ports";

const evidence = (more: Partial<ReadEvidence> = {}): ReadEvidence => ({
  walkKind: "updated",
  floorMs: 1,
  t0Ms: 2,
  pages: 5,
  rows: 1200,
  queued: 3,
  lowestMs: 1,
  ending: "end_of_list",
  missed: 0,
  missedAlive: 0,
  exactTotal: null,
  failedReceipts: [],
  ...more,
});
const walk = (state: "walking" | "complete" | "judged" | "abandoned", found: ReadEvidence | null = null) => ({
  state,
  rows: 10,
  pages: 1,
  evidence: found,
});

describe("the sentence of a read", () => {
  it("says that the end was reached, or where the walk met what is known", () => {
    expect(evidenceSentence(walk("judged", evidence()))).toMatchObject({
      key: "end",
      params: { rows: 1200, pages: 5 },
      counts: true,
    });
    expect(evidenceSentence(walk("judged", evidence({ ending: "met_known_record" }))).key).toBe("met");
  });

  it("calls an empty list proven only with an exact total of nobody", () => {
    expect(evidenceSentence(walk("judged", evidence({ rows: 0, exactTotal: 0 }))).key).toBe("empty_proven");
    const unproven = evidence({ rows: 0, exactTotal: 1200, failedReceipts: ["R3"] });
    expect(evidenceSentence(walk("abandoned", unproven))).toMatchObject({
      key: "empty_unproven",
      counts: false,
    });
  });

  it("never lets a walk count that failed, is missing somebody, or is not over", () => {
    expect(evidenceSentence(walk("abandoned", evidence({ missedAlive: 2, failedReceipts: ["R3"] })))).toMatchObject({
      key: "missing",
      params: { missing: 2 },
      counts: false,
    });
    for (const unfinished of [walk("walking"), walk("complete"), walk("abandoned"), walk("abandoned", evidence())])
      expect(evidenceSentence(unfinished).counts).toBe(false);
    expect(evidenceSentence(walk("walking"))).toMatchObject({
      key: "walking",
      params: { rows: 10, pages: 1 },
    });
  });
});
