import { type BrevoList, readAttributes, readLists } from "@/lib/connectors/brevo/account";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { openBrevo } from "@/lib/ends/open-ends";
import { systemClock } from "@/lib/ends/system-clock";
import { installation } from "@/lib/installation";
import { ok, type Result } from "@/lib/kernel/result";
import type { Attribute } from "@/lib/rules/schema";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { refuseConnection } from "./refuse-connection";

/** What a rule can write to in an account, and when that was read: Brevo lets an account be asked for little else than contacts 100 times an hour. */
export interface AccountShape {
  attributes: Attribute[];
  lists: BrevoList[];
  readAtMs: number;
}

const KEPT_MS = 5 * 60_000;
const shared = globalThis as typeof globalThis & { nightpostAccounts?: Map<string, AccountShape> };
const kept = (): Map<string, AccountShape> => {
  shared.nightpostAccounts ??= new Map();
  return shared.nightpostAccounts;
};

/** @param fresh asks Brevo again even if the last answer is young */
export async function readAccount(
  context: Context,
  connectionId: string,
  { fresh }: { fresh: boolean },
): Promise<Result<AccountShape, UseCaseError>> {
  // Row-level security decides whether this workspace has such a connection, also when the answer is kept.
  const { client } = await context.transact(async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, context.workspaceId, installation().master);
    return openBrevo(tx, keys, connectionId, installation().policy);
  });
  const young = kept().get(connectionId);
  if (young && !fresh && Date.now() - young.readAtMs < KEPT_MS) return ok(young);
  const ends = { client, clock: systemClock };
  const [attributes, lists] = await Promise.all([readAttributes(ends), readLists(ends)]);
  if (!attributes.ok) return refuseConnection(attributes.error);
  if (!lists.ok) return refuseConnection(lists.error);
  const shape = { attributes: attributes.value.attributes, lists: lists.value.lists, readAtMs: lists.value.readAtMs };
  kept().set(connectionId, shape);
  return ok(shape);
}
