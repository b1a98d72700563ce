import { and, eq, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { dropOldCredentials, saveCredential } from "@/lib/db/credentials";
import { type ConnectionDetails, type ConnectionKind, connections } from "@/lib/db/schema/connections";
import { syncs } from "@/lib/db/schema/syncs";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { CREDENTIAL_FIELD } from "@/lib/ends/open-ends";
import { installation } from "@/lib/installation";
import { InvariantViolation } from "@/lib/kernel/errors";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { recordActivity } from "../record-activity";

export interface NewConnection {
  kind: ConnectionKind;
  name: string;
  /** What the secret reaches: a connection is of one shop or account for good. */
  identity: string;
  secret: string;
  details: ConnectionDetails;
}

/** Stores a connection that was just proved, or renews the secret of the one that reaches the same end; its syncs' streaks begin anew. */
export async function storeConnection(
  context: Context,
  found: NewConnection,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const connectionId = await context.transact(async (tx) => {
    // Two people who connect the same end at once make one connection.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${context.workspaceId} ${found.kind} ${found.identity}`}, 0))`,
    );
    const renewed = await renew(tx, found);
    const id = renewed ?? (await create(tx, context, found));
    const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master);
    await saveCredential(tx, keys, { connectionId: id, field: CREDENTIAL_FIELD[found.kind], value: found.secret });
    await dropOldCredentials(tx, id, CREDENTIAL_FIELD[found.kind]);
    await tx
      .update(syncs)
      .set({ changedAt: sql`clock_timestamp()` })
      .where(sql`${syncs.sourceConnectionId} = ${id} or ${syncs.destinationConnectionId} = ${id}`);
    const verb = renewed === null ? "connection.connected" : "connection.renewed";
    await recordActivity(tx, context, { verb, subjectKind: "connection", subjectId: id });
    return id;
  });
  return ok({ connectionId });
}

async function renew(tx: WorkspaceTx, found: NewConnection): Promise<string | null> {
  const [row] = await tx
    .update(connections)
    .set({
      state: "connected",
      name: found.name,
      details: found.details,
      checkedAt: sql`clock_timestamp()`,
      lastError: null,
    })
    .where(and(eq(connections.kind, found.kind), eq(connections.identity, found.identity)))
    .returning({ id: connections.id });
  return row?.id ?? null;
}

async function create(tx: WorkspaceTx, context: Context, found: NewConnection): Promise<string> {
  const { secret: _, ...values } = found;
  const [row] = await tx
    .insert(connections)
    .values({
      ...values,
      workspaceId: context.workspaceId,
      state: "connected",
      createdBy: context.user.id,
      checkedAt: sql`clock_timestamp()`,
    })
    .returning({ id: connections.id });
  if (!row) throw new InvariantViolation("an insert returns its row");
  return row.id;
}
