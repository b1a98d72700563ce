import { describe, expect, it } from "vitest";
import { connectionLook } from "@/components/connections/connection-look";
import { failuresAmong, triedOperations } from "@/components/connections/test-outcome";
import { failure } from "@/lib/runner/failures";
import { viewConnection } from "@/lib/use-cases/connections/connection-view";

type Row = Parameters<typeof viewConnection>[0];
const row: Row = {
  id: "c",
  workspaceId: "w",
  kind: "shopify",
  name: "Shop",
  state: "connected",
  identity: "gid://shopify/Shop/1",
  details: { shopDomain: "a.myshopify.com", baseUrl: "http://127.0.0.1:1" },
  createdBy: null,
  createdAt: new Date(0),
  checkedAt: null,
  lastError: null,
  hooks: null,
  hooksDueAt: new Date(0),
};

describe("viewConnection", () => {
  it.each([
    ["connected", null, "connected"],
    ["connected", failure("source.credential"), "refused"],
    ["broken", failure("source.identity_differs"), "broken"],
    ["disconnected", null, "disconnected"],
  ] as const)("draws %s with %o as %s", (state, lastError, health) => {
    expect(viewConnection({ ...row, state, lastError }, []).health).toBe(health);
  });

  it("says nothing of where the other side listens, and nothing that is not known", () => {
    const view = viewConnection(row, []);
    expect(JSON.stringify(view)).not.toContain("127.0.0.1");
    expect(view).toMatchObject({
      demo: false,
      plan: null,
      rates: null,
      scopes: [],
      checkedAtMs: null,
      lastError: null,
    });
  });
});

describe("connectionLook", () => {
  it("gives each health an icon and a tone of its own, and throws on one that it does not know", () => {
    const looks = (["connected", "refused", "broken", "disconnected"] as const).map(connectionLook);
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(4);
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(4);
    expect(() => connectionLook("thriving" as never)).toThrow("thriving");
  });
});

describe("triedOperations", () => {
  it("keeps the order of the tries and tells passed from failed", () => {
    const tried = triedOperations({ Probe: "passed", CustomersPage: "source.scope", CustomersCount: "passed" });
    expect(tried).toEqual([
      { name: "Probe", failure: null },
      { name: "CustomersPage", failure: "source.scope" },
      { name: "CustomersCount", failure: null },
    ]);
    expect(failuresAmong(tried ?? [])).toBe(1);
    expect(triedOperations(undefined)).toBeNull();
  });
});
