import {
  Ban,
  CircleCheck,
  CircleX,
  Clock,
  Gauge,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  Shuffle,
  Skull,
} from "lucide-react";
import type { Tone } from "@/components/ui/tone";
import { InvariantViolation } from "@/lib/kernel/errors";
import { ACTIVE_RUN_STATES, type RunState } from "@/lib/runner/states";

export interface StateLook {
  tone: Tone;
  icon: LucideIcon;
  /** The icon turns. */
  busy: boolean;
}

const look = (tone: Tone, icon: LucideIcon, busy = false): StateLook => ({ tone, icon, busy });

/** Colour and icon of a run's state. @throws InvariantViolation for a state that is not known: none is drawn as another */
export function runStateLook(state: RunState): StateLook {
  switch (state) {
    case "queued":
      return look("info", Clock);
    case "running":
      return look("info", LoaderCircle, true);
    case "waiting":
      return look("info", Hourglass);
    case "succeeded":
      return look("success", CircleCheck);
    case "failed":
      return look("danger", CircleX);
    case "crashed":
      return look("danger", Skull);
    case "collided":
      return look("neutral", Shuffle);
    case "stopped":
      return look("warning", OctagonX);
    case "capped":
      return look("warning", Gauge);
    case "cancelled":
      return look("neutral", Ban);
    default:
      return unknownState(state);
  }
}

function unknownState(state: never): never {
  throw new InvariantViolation(`unknown state ${String(state).slice(0, 40)}`);
}

export const isActive = (state: RunState): boolean => (ACTIVE_RUN_STATES as readonly RunState[]).includes(state);
