import type { TransactionSql } from "postgres";
import type { FinishedRun } from "@/lib/runner/lease-port";
import { lostAccess } from "@/lib/runner/lost-access";
import { openFinding } from "./open-finding";
import { resolveFinding } from "./resolve-finding";

const KIND = "sync.access_lost";

/** After a counted run: token or permission that is lost is a finding at once, at the end that refused; a success ends it at both. */
export async function noteAccess(
  sql: TransactionSql,
  { workspaceId, syncId }: { workspaceId: string; syncId: string },
  latest: FinishedRun | undefined,
): Promise<void> {
  if (latest?.state === "succeeded")
    for (const end of ["source", "destination"]) await resolveFinding(sql, syncId, KIND, end);
  const end = latest?.failure ? lostAccess(latest.failure.code) : null;
  if (!latest?.failure || end === null) return;
  const { code, detail } = latest.failure;
  const evidence = { code, detail, runId: latest.runId };
  await openFinding(sql, { workspaceId, syncId, kind: KIND, subject: end, evidence });
}
