import { describe, expect, it } from "vitest";
import { readShared, sharedDir } from "@/tests/support/shared";
import { openShop } from "@/tests/unit/sandbox/shopify/shop";

describe.runIf(sharedDir)("consent vectors", () => {
  interface WriteVector {
    write: { state?: string; optIn?: string | null; at?: string; customer?: string; sms?: string };
    result: string;
  }
  interface ReadVector {
    email: { state: string; optIn?: string | null; at?: string | null } | null;
  }
  const { writes, reads } = sharedDir
    ? (JSON.parse(readShared("api/shopify/consent-vectors.json")) as { writes: WriteVector[]; reads: ReadVector[] })
    : { writes: [], reads: [] };

  const TIMES: Record<string, string> = {
    future: "2026-06-01T12:00:06Z",
    "two months before the write": "2026-04-01T12:00:00Z",
  };

  it.each(writes)("write $write: $result", async ({ write, result }) => {
    const shop = openShop();
    const hasAddress = write.customer !== "without an address";
    const created = shop.shop.edits.create({
      email: hasAddress ? { address: "ann@example.test", marketingOptInLevel: "SINGLE_OPT_IN" } : null,
    });
    shop.advance(5_000);
    const body = {
      state: write.sms ?? write.state,
      // Where a vector leaves the level out, it is about something else and a valid write has one.
      optInLevel: "optIn" in write ? write.optIn : "SINGLE_OPT_IN",
      ...(write.at === undefined ? {} : { at: TIMES[write.at] }),
    };
    const answer = await shop.control("POST", `/customers/${created.id}/${write.sms ? "sms" : "email"}-consent`, body);
    const stored = shop.shop.state.customers.accepted.get(created.id);
    if (/^(user|top-level) error/.test(result)) {
      expect(stored).toEqual(created);
      expect(answer.status).toBe(result.startsWith("top-level") ? 422 : 200);
      if (answer.status === 200) expect(answer.body.userErrors).toHaveLength(1);
      return;
    }
    expect(answer).toMatchObject({ status: 200, body: { userErrors: [] } });
    if (!hasAddress) {
      expect(stored).toEqual(created);
      return;
    }
    expect(stored?.email).toMatchObject({ marketingState: body.state, marketingOptInLevel: body.optInLevel });
    expect(stored?.email?.marketingUpdatedAt).toBe(body.at ?? "2026-06-01T12:00:05Z");
    expect(stored?.updatedAt.slice(0, 19)).toBe("2026-06-01T12:00:05");
  });

  it("right after a consent write, by id is current while the index finds nothing", async () => {
    const shop = openShop();
    await shop.control("PATCH", "/settings", { indexLagMs: 1_800_000 });
    const { id } = shop.shop.edits.create({ email: { address: "ann@example.test" } });
    await shop.control("POST", `/customers/${id}/email-consent`, { state: "SUBSCRIBED", optInLevel: "SINGLE_OPT_IN" });
    const read =
      'query Both($id: ID!) { customer(id: $id) { defaultEmailAddress { marketingState } } customers(first: 5, query: "email:ann") { nodes { id } } }';
    const gid = `gid://shopify/Customer/${id}`;
    const early = await shop.ask(read, { id: gid });
    expect(early.body.data).toMatchObject({
      customer: { defaultEmailAddress: { marketingState: "SUBSCRIBED" } },
      customers: { nodes: [] },
    });
    shop.advance(1_800_000);
    const late = await shop.ask(read, { id: gid });
    expect(late.body.data?.customers?.nodes).toHaveLength(1);
  });

  it.each(reads)("read $email goes over the wire as it is stored", async ({ email }) => {
    const shop = openShop();
    const consent = email && {
      marketingState: email.state,
      marketingOptInLevel: email.optIn ?? null,
      marketingUpdatedAt: email.at ?? null,
    };
    const { id } = shop.shop.edits.create({ email: consent && { address: "ann@example.test", ...consent } });
    const reply = await shop.ask(
      "query One($id: ID!) { customer(id: $id) { defaultEmailAddress { marketingState marketingOptInLevel marketingUpdatedAt } } }",
      { id: `gid://shopify/Customer/${id}` },
    );
    expect(reply.body).not.toHaveProperty("errors");
    expect(reply.body.data?.customer).toEqual({ defaultEmailAddress: consent });
  });

  it("two versions of one record can share a second in the API and differ", async () => {
    const shop = openShop();
    const { id } = shop.shop.edits.create({ firstName: "Before" });
    const read = "query One($id: ID!) { customer(id: $id) { updatedAt firstName } }";
    const before = await shop.ask(read, { id: `gid://shopify/Customer/${id}` });
    shop.shop.edits.edit(id, { firstName: "After" });
    const after = await shop.ask(read, { id: `gid://shopify/Customer/${id}` });
    expect(after.body.data?.customer?.updatedAt).toBe(before.body.data?.customer?.updatedAt);
    expect(after.body.data?.customer?.firstName).toBe("After");
  });
});
