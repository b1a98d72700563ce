import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createUser } from "@/lib/auth/create-user";
import { closeDatabase } from "@/lib/db/client";
import { workspaces } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { openContext, type Person, requireRecentSignIn, requireRole } from "@/lib/use-cases/context";
import { defineUseCase } from "@/lib/use-cases/define-use-case";
import { refuse } from "@/lib/use-cases/errors";
import { createWorkspace } from "@/lib/use-cases/workspaces/create-workspace";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";
import { demoInstallation } from "./support";

const db = await demoInstallation();
afterAll(closeDatabase);

/** A person with a workspace of their own: each test mints its tenant. */
async function tenant(name: string): Promise<{ person: Person; workspaceId: string }> {
  const email = `${name}@example.com`;
  const created = await createUser({ email, name, password: "correct horse battery" });
  if (!created.ok) throw new Error(created.error);
  const workspaceId = await createWorkspace(created.value, { name: `${name}'s shop`, zone: "Asia/Tokyo" });
  return { person: { id: created.value, name, email, signedInAtMs: 0 }, workspaceId };
}

async function contextOf(name: string) {
  const { person, workspaceId } = await tenant(name);
  const context = await openContext(person, workspaceId);
  if (!context) throw new Error("no context");
  return context;
}

const rename = defineUseCase({
  role: "editor",
  input: z.object({ name: z.string().min(3) }),
  run: async (tx, _context, { name }) => {
    await tx.update(workspaces).set({ name });
    return name === "taken" ? refuse("conflict", "conflict") : ok({ name });
  },
  audit: ({ name }) => ({ verb: "workspace.renamed", subjectKind: "workspace", subjectId: "w", details: { name } }),
});

describe("openContext", () => {
  it("gives a member role, zone and a transaction that sees this workspace alone", async () => {
    await tenant("Bob");
    const context = await contextOf("Ada");
    expect(context).toMatchObject({ role: "owner", zone: "Asia/Tokyo", locale: "en" });
    expect(await context.transact((tx) => tx.select({ name: workspaces.name }).from(workspaces))).toEqual([
      { name: "Ada's shop" },
    ]);
  });

  it("answers the same to a foreign, an unknown and a malformed id", async () => {
    const foreign = await tenant("Cy");
    const { person } = await tenant("Dee");
    const asked = [foreign.workspaceId, "11111111-1111-4111-8111-111111111111", "x' or 1=1", "", "../etc"];
    expect(await Promise.all(asked.map((id) => openContext(person, id)))).toEqual([null, null, null, null, null]);
  });

  it("lists a person's own workspaces, oldest first", async () => {
    const { person, workspaceId } = await tenant("Eve");
    const second = await createWorkspace(person.id, { name: "Second", zone: "UTC" });
    expect((await listMemberships(person.id)).map((one) => [one.workspaceId, one.role])).toEqual([
      [workspaceId, "owner"],
      [second, "owner"],
    ]);
  });

  it("makes the workspace's keys with it", async () => {
    const { workspaceId } = await tenant("Fay");
    const kinds = await db.sql`select kind from workspace_keys where workspace_id = ${workspaceId} order by kind`;
    expect(kinds.map((row) => row.kind)).toEqual(["address", "data", "ledger"]);
  });
});

describe("requireRole", () => {
  it("lets the higher do what the lower may, never the reverse", () => {
    const allowed = (role: "owner" | "editor" | "viewer") =>
      (["owner", "editor", "viewer"] as const).map((least) => requireRole({ role }, least).ok);
    expect([allowed("owner"), allowed("editor"), allowed("viewer")]).toEqual([
      [true, true, true],
      [false, true, true],
      [false, false, true],
    ]);
  });

  it("asks for a sign-in of the last ten minutes where it matters", async () => {
    const user = { id: "u", name: "Ada", email: "a@example.com", signedInAtMs: 1_000_000 };
    expect(requireRecentSignIn({ user }, 1_600_000).ok).toBe(true);
    expect(requireRecentSignIn({ user }, 1_600_001)).toMatchObject({ error: { kind: "sign_in_again" } });
  });
});

describe("defineUseCase", () => {
  const trail = (workspaceId: string) =>
    db.sql`select verb, actor_id from activity where workspace_id = ${workspaceId} and verb = 'workspace.renamed'`;
  const nameOf = async (id: string) => (await db.sql`select name from workspaces where id = ${id}`)[0]?.name;

  it("does it and writes the audit line in the same transaction", async () => {
    const context = await contextOf("Gil");
    expect(await rename(context, { name: "Better" })).toEqual({ ok: true, value: { name: "Better" } });
    expect(await trail(context.workspaceId)).toEqual([{ verb: "workspace.renamed", actor_id: context.user.id }]);
  });

  it("authorises before it looks at the input", async () => {
    const context = { ...(await contextOf("Hal")), role: "viewer" as const };
    expect(await rename(context, { name: "x" })).toMatchObject({ ok: false, error: { kind: "forbidden" } });
  });

  it("returns faults by field and touches nothing", async () => {
    const context = await contextOf("Ida");
    expect(await rename(context, { name: "x" })).toMatchObject({
      error: { kind: "invalid", fields: { name: { code: "field_short", params: { limit: 3 } } } },
    });
    expect(await nameOf(context.workspaceId)).toBe("Ida's shop");
  });

  it("rolls back what a refused use-case had written, and tells nothing in the audit log", async () => {
    const context = await contextOf("Joe");
    expect(await rename(context, { name: "taken" })).toMatchObject({ ok: false, error: { kind: "conflict" } });
    expect([await nameOf(context.workspaceId), await trail(context.workspaceId)]).toEqual(["Joe's shop", []]);
  });
});
