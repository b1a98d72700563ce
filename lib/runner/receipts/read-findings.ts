import type { ReadFinding } from "../receipt-port";
import type { Timing } from "../timing";
import { SHOWN_IDS, type Weighed } from "./weigh-receipts";

/** The findings that stand after a judged read. */
export function findingsOf(
  { judgement, evidence, countDiffers }: Weighed,
  timing: Pick<Timing, "clockSkewMs">,
): ReadFinding[] {
  const findings: ReadFinding[] = [];
  if (judgement.kind === "short") {
    const receipts = evidence.contradictions.map(({ receipt }) => receipt);
    const shown = { records: judgement.ids.length, recordIds: judgement.ids.slice(0, SHOWN_IDS), receipts };
    findings.push({ kind: "sync.suspect_short", evidence: shown });
  }
  if (countDiffers) findings.push({ kind: "sync.counts_disagree", evidence: { ...evidence.count } });
  const apartMs = evidence.clocksApartMs ?? 0;
  if (Math.abs(apartMs) > timing.clockSkewMs) findings.push({ kind: "sync.clocks_apart", evidence: { apartMs } });
  return findings;
}
