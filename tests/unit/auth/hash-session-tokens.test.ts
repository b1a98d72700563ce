import type { DBAdapter } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { beforeEach, describe, expect, it } from "vitest";
import { hashSessionToken, hashSessionTokens } from "@/lib/auth/hash-session-tokens";

const TOKEN = "a-token-of-thirty-two-characters";
const byToken = [{ field: "token", value: TOKEN }];

let rows: Record<string, Record<string, unknown>[]>;
let adapter: DBAdapter;

beforeEach(async () => {
  rows = { session: [], user: [], account: [], verification: [] };
  adapter = hashSessionTokens(memoryAdapter(rows)({}));
  await adapter.create({
    model: "session",
    data: { token: TOKEN, userId: "u1", expiresAt: new Date(), createdAt: new Date(), updatedAt: new Date() },
  });
});

describe("hashSessionTokens", () => {
  it("stores the hash alone, while the library gets its token back", async () => {
    expect(rows.session?.[0]?.token).toBe(hashSessionToken(TOKEN));
    expect(JSON.stringify(rows)).not.toContain(TOKEN);
    const session = await adapter.findOne<{ token: string }>({ model: "session", where: byToken });
    expect(session?.token).toBe(TOKEN);
  });

  it("does not open a session for who shows the stored hash", async () => {
    const stolen = [{ field: "token", value: String(rows.session?.[0]?.token) }];
    expect(await adapter.findOne({ model: "session", where: stolen })).toBeNull();
  });

  it("updates, counts and deletes by token", async () => {
    const later = new Date(4e12);
    const updated = await adapter.update<{ token: string }>({
      model: "session",
      where: byToken,
      update: { expiresAt: later },
    });
    expect([updated?.token, rows.session?.[0]?.expiresAt]).toEqual([TOKEN, later]);
    expect(await adapter.count({ model: "session", where: byToken })).toBe(1);
    await adapter.delete({ model: "session", where: byToken });
    expect(rows.session).toEqual([]);
  });

  it("hashes inside a transaction too", async () => {
    await adapter.transaction(async (inside) => {
      expect(await inside.findOne({ model: "session", where: byToken })).not.toBeNull();
      await inside.deleteMany({ model: "session", where: byToken });
    });
    expect(rows.session).toEqual([]);
  });

  it("shows the hash, not the token, to who finds a session by its user", async () => {
    const found = await adapter.findMany<{ token: string }>({
      model: "session",
      where: [{ field: "userId", value: "u1" }],
    });
    expect(found.map((session) => session.token)).toEqual([hashSessionToken(TOKEN)]);
  });

  it("leaves other models alone", async () => {
    const created = await adapter.create<Record<string, unknown>>({
      model: "verification",
      data: { identifier: "x", value: TOKEN, expiresAt: new Date(), createdAt: new Date(), updatedAt: new Date() },
    });
    expect(created.value).toBe(TOKEN);
  });
});
