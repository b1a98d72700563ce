import { CircleCheck, CircleSlash, type LucideIcon, TriangleAlert, Unplug } from "lucide-react";
import type { Tone } from "@/components/ui/tone";
import type { ConnectionHealth } from "@/lib/use-cases/connections/connection-view";

interface Look {
  icon: LucideIcon;
  tone: Tone;
}

/** @throws for a health that this page does not know: an unknown state is never drawn as a known one */
export function connectionLook(health: ConnectionHealth): Look {
  switch (health) {
    case "connected":
      return { icon: CircleCheck, tone: "success" };
    case "refused":
      return { icon: TriangleAlert, tone: "warning" };
    case "broken":
      return { icon: CircleSlash, tone: "danger" };
    case "disconnected":
      return { icon: Unplug, tone: "neutral" };
    default:
      throw new Error(`Unknown health ${JSON.stringify(health satisfies never)}`);
  }
}
