import { createHash } from "node:crypto";
import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";

/** SHA-256 suffices: the token is 32 random characters, not a password. */
export const hashSessionToken = (token: string): string => createHash("sha256").update(token).digest("base64url");

const isTokenTest = (clause: Where) => clause.field === "token" && typeof clause.value === "string";

/** Splits off the token a query asks for: the database sees the hash, the library gets back the token it asked with. */
function seal<Q extends { model: string; where?: Where[] | undefined }>(
  query: Q,
): { query: Q; token: string | undefined } {
  if (query.model !== "session" || !query.where) return { query, token: undefined };
  const token = query.where.find(isTokenTest)?.value;
  const where = query.where.map((clause) =>
    isTokenTest(clause) ? { ...clause, value: hashSessionToken(String(clause.value)) } : clause,
  );
  return { query: { ...query, where }, token: typeof token === "string" ? token : undefined };
}

function sealValues<V extends Record<string, unknown>>(model: string, values: V): V {
  return model === "session" && typeof values.token === "string"
    ? { ...values, token: hashSessionToken(values.token) }
    : values;
}

/** A row found by its token carries the token; any other row carries its hash, which opens nothing. */
function unseal<T>(row: T, token: string | undefined): T {
  if (token === undefined || typeof row !== "object" || row === null) return row;
  return { ...row, token };
}

function sealOperations(adapter: DBTransactionAdapter): DBTransactionAdapter {
  return {
    ...adapter,
    create: async (query) => {
      const token = query.model === "session" ? (query.data as { token?: string }).token : undefined;
      return unseal(await adapter.create({ ...query, data: sealValues(query.model, query.data) }), token);
    },
    findOne: async <T>(asked: Parameters<DBAdapter["findOne"]>[0]) => {
      const { query, token } = seal(asked);
      return unseal(await adapter.findOne<T>(query), token);
    },
    findMany: async <T>(asked: Parameters<DBAdapter["findMany"]>[0]) => {
      const { query, token } = seal(asked);
      return (await adapter.findMany<T>(query)).map((row) => unseal(row, token));
    },
    update: async <T>(asked: Parameters<DBAdapter["update"]>[0]) => {
      const { query, token } = seal(asked);
      return unseal(await adapter.update<T>({ ...query, update: sealValues(query.model, query.update) }), token);
    },
    updateMany: (asked) => adapter.updateMany({ ...seal(asked).query, update: sealValues(asked.model, asked.update) }),
    count: (asked) => adapter.count(seal(asked).query),
    delete: (asked) => adapter.delete(seal(asked).query),
    deleteMany: (asked) => adapter.deleteMany(seal(asked).query),
    consumeOne: async <T>(asked: Parameters<DBAdapter["consumeOne"]>[0]) => {
      const { query, token } = seal(asked);
      return unseal(await adapter.consumeOne<T>(query), token);
    },
  };
}

/**
 * Puts a hash between better-auth, which stores session tokens as they are, and the database: a stolen dump opens no session.
 * Consequence: the library's own "list and revoke other sessions" would hash twice, so those endpoints stay closed (ADR 5).
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...sealOperations(adapter),
    transaction: (callback) => adapter.transaction((transaction) => callback(sealOperations(transaction))),
  };
}
