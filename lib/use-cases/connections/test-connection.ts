import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { type ConnectionDetails, connections } from "@/lib/db/schema/connections";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo, openShopify } from "@/lib/ends/open-ends";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import type { Failure, FailureCode } from "@/lib/runner/failures";
import { type Context, requireRole } from "../context";
import { invalidInput, refuse, type UseCaseError } from "../errors";
import { recordActivity } from "../record-activity";
import { checkAccount, checkShop, type Findings } from "./probe-connection";

export const connectionInput = z.strictObject({ connectionId: z.uuid() });

/** Each operation that a run makes by its name, and how it went. */
export type TestOutcome = Record<string, "passed" | FailureCode>;

/**
 * Tries a connection now, with the very operations of a run, and notes what it found. A refusal does not stop runs by itself (each meets it anew and says so);
 * a secret that reaches another shop or account does.
 */
export async function testConnection(
  context: Context,
  input: z.input<typeof connectionInput>,
): Promise<Result<TestOutcome, UseCaseError>> {
  const allowed = requireRole(context, "editor");
  if (!allowed.ok) return allowed;
  const parsed = connectionInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { connectionId } = parsed.data;
  const check = await context.transact((tx) => openCheck(tx, context.workspaceId, connectionId));
  if (!check.ok) return check;
  const findings = await check.value.run();
  await context.transact((tx) => noteFindings(tx, context, connectionId, check.value.details, findings));
  return ok(
    Object.fromEntries(
      findings.operations.map(({ name, failure }) => [name, failure === null ? "passed" : failure.code]),
    ),
  );
}

/** Reads the secret inside the transaction; what it returns asks the other side, outside of it. */
async function openCheck(
  tx: WorkspaceTx,
  workspaceId: string,
  id: string,
): Promise<Result<{ details: ConnectionDetails; run: () => Promise<Findings> }, UseCaseError>> {
  const [row] = await tx.select().from(connections).where(eq(connections.id, id));
  if (!row) return refuse("not_found", "not_found");
  if (row.state === "disconnected") return refuse("conflict", "connections.disconnected");
  const { master, policy } = installation();
  const keys = await loadWorkspaceKeys(tx.raw, workspaceId, master);
  switch (row.kind) {
    case "shopify": {
      const { client } = await openShopify(tx, keys, id, policy);
      return ok({ details: row.details, run: () => checkShop(client) });
    }
    case "brevo": {
      const { client } = await openBrevo(tx, keys, id, policy);
      return ok({ details: row.details, run: () => checkAccount(client, row.identity) });
    }
  }
}

async function noteFindings(
  tx: WorkspaceTx,
  context: Context,
  connectionId: string,
  details: ConnectionDetails,
  { failure, seen }: Findings,
): Promise<void> {
  await tx
    .update(connections)
    .set({
      ...(failure?.outage ? {} : { state: isElsewhere(failure) ? ("broken" as const) : ("connected" as const) }),
      ...(seen ? { name: seen.name, details: { ...details, ...seen.details } } : {}),
      lastError: failure,
      checkedAt: sql`clock_timestamp()`,
    })
    .where(sql`${connections.id} = ${connectionId} and ${connections.state} <> 'disconnected'`);
  await recordActivity(tx, context, {
    verb: "connection.tested",
    subjectKind: "connection",
    subjectId: connectionId,
    details: { failure: failure?.code ?? null },
  });
}

const isElsewhere = (failure: Failure | null): boolean =>
  failure?.code === "source.identity_differs" || failure?.code === "publication.invalid";
