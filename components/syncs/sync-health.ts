import { CircleCheck, CirclePause, CircleX, type LucideIcon, PencilLine, RefreshCw } from "lucide-react";
import { isActive } from "@/components/runs/run-state";
import type { Tone } from "@/components/ui/tone";
import { InvariantViolation } from "@/lib/kernel/errors";
import type { RunState } from "@/lib/runner/states";
import type { RunMark, SyncLine } from "@/lib/use-cases/syncs/sync-view";

/** How a sync is, in one word: a pause says more than a run at work, a run at work more than the run before it. */
export type SyncHealth = "draft" | "paused" | "working" | "failing" | "active";

const FAILED: readonly RunState[] = ["failed", "crashed"];
const COUNTED: readonly RunState[] = ["succeeded", ...FAILED];

/** @param sync its state and last runs, oldest first. @throws InvariantViolation for an unknown state */
export function syncHealth(sync: Pick<SyncLine, "state" | "runs">): SyncHealth {
  switch (sync.state) {
    case "draft":
      return "draft";
    case "paused":
      return "paused";
    case "active":
      break;
    default:
      throw new InvariantViolation(`unknown sync state ${String(sync.state satisfies never).slice(0, 40)}`);
  }
  if (sync.runs.some((run) => isActive(run.state))) return "working";
  const last = sync.runs.findLast((run) => COUNTED.includes(run.state));
  return last && FAILED.includes(last.state) ? "failing" : "active";
}

export function healthLook(health: SyncHealth): { tone: Tone; icon: LucideIcon; busy: boolean } {
  switch (health) {
    case "draft":
      return { tone: "neutral", icon: PencilLine, busy: false };
    case "paused":
      return { tone: "danger", icon: CirclePause, busy: false };
    case "working":
      return { tone: "info", icon: RefreshCw, busy: true };
    case "failing":
      return { tone: "warning", icon: CircleX, busy: false };
    case "active":
      return { tone: "success", icon: CircleCheck, busy: false };
  }
}

export const SYNC_VIEWS = ["all", "attention", "running", "paused"] as const;
export type SyncViewName = (typeof SYNC_VIEWS)[number];

/** Whether a sync belongs to a view of the list. Whoever needs attention is paused, failing, holds records or has a finding open. */
export function isInView(sync: SyncLine, view: SyncViewName): boolean {
  const health = syncHealth(sync);
  switch (view) {
    case "all":
      return true;
    case "running":
      return health === "working";
    case "paused":
      return health === "paused";
    case "attention":
      return health === "paused" || health === "failing" || sync.totals.held > 0 || sync.openFindings > 0;
  }
}

/** The run that tells most: the one at work, else the newest that did not merely collide with it; null before the first. */
export function lastRunOf({ runs }: Pick<SyncLine, "runs">): RunMark | null {
  const working = runs.find((run) => isActive(run.state));
  return working ?? runs.findLast((run) => run.state !== "collided") ?? runs.at(-1) ?? null;
}
