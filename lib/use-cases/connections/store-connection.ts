import { and, eq, inArray, sql } from "drizzle-orm";
import type { WorkspaceTx } from "@/lib/db/client";
import { dropOldCredentials, readCredentials, saveCredential } from "@/lib/db/credentials";
import {
  type ConnectionDetails,
  type ConnectionKind,
  connections,
  credentials,
  KEPT_FIELDS,
  SECRET_FIELDS,
  type SecretField,
} from "@/lib/db/schema/connections";
import { syncs } from "@/lib/db/schema/syncs";
import { loadWorkspaceKeys, type WorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { InvariantViolation } from "@/lib/kernel/errors";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { recordActivity } from "../record-activity";

export interface NewSecret {
  field: SecretField;
  value: string;
  expiresAt?: Date;
}

export interface NewConnection {
  kind: ConnectionKind;
  name: string;
  /** What the secret reaches: a connection is of one shop or account for good. */
  identity: string;
  secrets: readonly NewSecret[];
  details: ConnectionDetails;
}

/** While a client secret is rotated, Shopify signs webhooks with the older one. */
const KEPT_VERSIONS: Partial<Record<SecretField, number>> = { client_secret: 2 };

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
    await replaceSecrets(tx, keys, id, found.secrets);
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

/** Fields that are not given are forgotten: a shop that was connected by an app and now is by a token has no refresh token left. */
async function replaceSecrets(
  tx: WorkspaceTx,
  keys: WorkspaceKeys,
  connectionId: string,
  secrets: readonly NewSecret[],
) {
  for (const { field, value, expiresAt } of secrets) {
    const [newest] = await readCredentials(tx, keys, connectionId, field, 1);
    // The same secret again is no rotation: the one before it would be forgotten.
    if (newest?.value === value && expiresAt === undefined) continue;
    await saveCredential(tx, keys, { connectionId, field, value, ...(expiresAt ? { expiresAt } : {}) });
    await dropOldCredentials(tx, connectionId, field, KEPT_VERSIONS[field] ?? 1);
  }
  const given = secrets.map(({ field }) => field);
  const gone = SECRET_FIELDS.filter((field) => !given.includes(field) && !KEPT_FIELDS.includes(field));
  await tx.delete(credentials).where(and(eq(credentials.connectionId, connectionId), inArray(credentials.field, gone)));
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
  const { secrets: _, ...values } = found;
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
