import { askForToken } from "@/lib/connectors/shopify/token-grant";
import type { TokenSupply } from "@/lib/connectors/shopify/token-supply";
import { type Database, inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { dropProvenTokens, lockTokens, type StoredTokens, saveTokenPair } from "@/lib/db/shop-tokens";
import type { WorkspaceKeys } from "@/lib/db/workspace-keys";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

/** A token is renewed so long before it runs out: longer than a leg, so that none runs out in the middle of one. */
const EARLY_MS = 2 * 60_000;

export interface RenewableShop {
  db: Database;
  keys: WorkspaceKeys;
  workspaceId: string;
  connectionId: string;
  baseUrl: string;
  allowLoopback: boolean;
  nowMs: () => number;
  /** A new token is asked for at first use, however long the stored one lasts. */
  fresh?: boolean;
}

interface Held {
  token: string;
  expiresAtMs: number;
  /** Whether an older refresh token still lies beside the newest. */
  unproven: boolean;
}

/**
 * Renews a shop's access token when it is about to run out. Under the connection's row lock, so that any number of callers in any number of processes make
 * one request; the new pair is saved by the transaction that holds the lock, and the refresh token before it stays until the new pair has worked.
 */
export function createTokenSupply(shop: RenewableShop): TokenSupply {
  let held: Held | null = null;
  const take = async (refused: string | null): Promise<Result<string, Failure>> => {
    const answer = await renewOnce({ ...shop, fresh: shop.fresh === true && held === null }, refused);
    if (!answer.ok) return answer;
    held = answer.value;
    return ok(answer.value.token);
  };
  return {
    current: async () => (held && isGood(held, shop.nowMs()) ? ok(held.token) : take(null)),
    afterRefusal: (token) => take(token),
    async worked(token) {
      if (!held?.unproven || held.token !== token) return;
      held = { ...held, unproven: false };
      await inWorkspace(shop.workspaceId, (tx) => dropProvenTokens(tx, shop.connectionId), shop.db);
    },
  };
}

const isGood = ({ expiresAtMs }: { expiresAtMs: number }, nowMs: number): boolean => expiresAtMs - EARLY_MS > nowMs;

/** Callers of one process wait for one another here, and not with a connection each. */
const atWork = new WeakMap<Database, Map<string, Promise<Result<Held, Failure>>>>();

async function renewOnce(shop: RenewableShop, refused: string | null): Promise<Result<Held, Failure>> {
  const running = atWork.get(shop.db) ?? new Map<string, Promise<Result<Held, Failure>>>();
  atWork.set(shop.db, running);
  const key = `${shop.connectionId} ${refused ?? ""} ${shop.fresh ?? false}`;
  const begun = running.get(key) ?? inWorkspace(shop.workspaceId, (tx) => renewIn(tx, shop, refused), shop.db);
  running.set(key, begun);
  try {
    return await begun;
  } finally {
    if (running.get(key) === begun) running.delete(key);
  }
}

async function renewIn(tx: WorkspaceTx, shop: RenewableShop, refused: string | null): Promise<Result<Held, Failure>> {
  const stored = await lockTokens(tx, shop.keys, shop.connectionId);
  if (!stored) return err(failure("source.credential", "disconnected"));
  const { access, refresh } = stored;
  if (access && !shop.fresh && access.value !== refused && isGood(access, shop.nowMs()))
    return ok({ token: access.value, expiresAtMs: access.expiresAtMs, unproven: refresh.length > 1 });
  const granted = await grant(shop, stored);
  if (!granted.ok) return granted;
  await saveTokenPair(tx, shop.keys, shop.connectionId, granted.value);
  const { accessToken, expiresAtMs } = granted.value;
  return ok({ token: accessToken, expiresAtMs, unproven: refresh.length > 0 });
}

/**
 * The newest refresh token first; if Shopify does not know it, the one before (whose successor never reached Shopify's use); last the app's credentials alone.
 * A lost answer leaves the stored token as it was, and Shopify takes it again.
 */
async function grant(shop: RenewableShop, { clientId, clientSecret, refresh }: StoredTokens) {
  const ways = [...refresh.slice(0, 2), null];
  let last: Awaited<ReturnType<typeof askForToken>> = err(failure("source.credential"));
  for (const refreshToken of ways) {
    last = await askForToken(shop, { clientId, clientSecret, refreshToken });
    if (last.ok || last.error.code !== "source.credential" || last.error.detail === "invalid_client") return last;
  }
  return last;
}
