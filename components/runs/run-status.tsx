import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { RunState } from "@/lib/runner/states";
import { runStateLook } from "./run-state";

/** State of a run: icon, word, colour. */
export function RunStatus({ state, look = "pill" }: { state: RunState; look?: "pill" | "plain" }) {
  const t = useTranslations("runs");
  const { tone, icon, busy } = runStateLook(state);
  return (
    <Status icon={icon} tone={tone} busy={busy} look={look}>
      {t(`states.${state}`)}
    </Status>
  );
}
