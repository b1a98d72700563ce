import { useTranslations } from "next-intl";
import type { RunLine } from "@/lib/use-cases/runs/run-view";

/** Who wanted the run. */
export function RequestedBy({ run }: { run: Pick<RunLine, "requestedBy" | "requestedByName"> }) {
  const t = useTranslations("runs");
  if (run.requestedBy !== "user") return t(`requested.${run.requestedBy}`);
  return run.requestedByName === null
    ? t("requested.user_unknown")
    : t("requested.user", { name: run.requestedByName });
}
