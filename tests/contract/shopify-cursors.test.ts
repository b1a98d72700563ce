import { describe, expect, it } from "vitest";
import { mintCursor, readCursor } from "@/lib/sandbox/shopify/cursor";
import { readShared, sharedDir } from "@/tests/support/shared";
import { openShop, shortIds, WALK } from "@/tests/unit/sandbox/shopify/shop";

describe.runIf(sharedDir)("cursor vectors", () => {
  interface Vector {
    case: string;
    cursor: string;
    decoded: { last_id: number; last_value: string | number };
  }
  const { vectors } = sharedDir
    ? (JSON.parse(readShared("api/shopify/cursor-vectors.json")) as { vectors: Vector[] })
    : { vectors: [] };

  it.each(vectors)("$case: minted and read back", ({ cursor, decoded }) => {
    const id = String(decoded.last_id);
    const order = typeof decoded.last_value === "number" ? "seconds" : decoded.last_value === id ? "id" : "micros";
    const place = readCursor(cursor, order);
    expect(place?.id).toBe(id);
    expect(place && mintCursor(place, order)).toBe(cursor);
  });

  it("three rows in one second page as 2 and 1, in id order", async () => {
    const shop = openShop();
    const updatedAt = "2026-01-01T10:00:00Z";
    shop.shop.edits.importMany(
      [1, 2, 3].map((n) => ({ id: `700000000000${n}`, updatedAt })),
      true,
    );
    const first = await shop.ask(WALK, { first: 2, reverse: false });
    const second = await shop.ask(WALK, {
      first: 2,
      reverse: false,
      after: first.body.data?.customers?.pageInfo?.endCursor,
    });
    expect([shortIds(first.body.data?.customers), shortIds(second.body.data?.customers)]).toEqual([[1, 2], [3]]);
    expect(second.body.data?.customers?.pageInfo?.hasNextPage).toBe(false);
  });

  it("a row behind the cursor that is rewritten in the same second is not served again", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(
      [
        { id: "7000000000003", updatedAt: "2026-01-01T09:00:00Z" },
        { id: "7000000000005", updatedAt: "2026-01-01T10:00:00.500000Z" },
        { id: "7000000000006", updatedAt: "2026-01-01T10:00:01Z" },
      ],
      true,
    );
    const first = await shop.ask(WALK, { first: 2, reverse: false });
    shop.shop.edits.edit("7000000000003", { updatedAt: "2026-01-01T10:00:00Z" });
    const rest = await shop.ask(WALK, {
      first: 2,
      reverse: false,
      after: first.body.data?.customers?.pageInfo?.endCursor,
    });
    expect(shortIds(first.body.data?.customers)).toEqual([3, 5]);
    expect(shortIds(rest.body.data?.customers)).toEqual([6]);
  });

  it("a row ahead of the cursor that is rewritten leaves this walk and heads the next", async () => {
    const shop = openShop();
    shop.shop.edits.importMany(
      [9, 8, 7].map((n, i) => ({ id: `700000000000${n}`, updatedAt: `2026-01-01T10:00:0${5 - i}Z` })),
      true,
    );
    const first = await shop.ask(WALK, { first: 2 });
    shop.shop.edits.edit("7000000000007", { updatedAt: "2026-01-01T10:00:06Z" });
    const rest = await shop.ask(WALK, { first: 2, after: first.body.data?.customers?.pageInfo?.endCursor });
    const next = await shop.ask(WALK, { first: 3 });
    expect(shortIds(first.body.data?.customers)).toEqual([9, 8]);
    expect(shortIds(rest.body.data?.customers)).toEqual([]);
    expect(shortIds(next.body.data?.customers)).toEqual([7, 9, 8]);
  });
});
