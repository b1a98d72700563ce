import { randomBytes, randomUUID } from "node:crypto";
import { closeDatabase, inWorkspace } from "@/lib/db/client";
import { saveCredential } from "@/lib/db/credentials";
import { users } from "@/lib/db/schema/auth";
import { connections } from "@/lib/db/schema/connections";
import { publications } from "@/lib/db/schema/publications";
import { syncs } from "@/lib/db/schema/syncs";
import { members, type Role, workspaces } from "@/lib/db/schema/workspaces";
import { createWorkspaceKeys, loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { publicationDigest, signDigest } from "@/lib/rules/publication";
import { type PublishedEnds, type Rule, ruleSchema } from "@/lib/rules/schema";
import { type Context, openContext } from "@/lib/use-cases/context";

/** What the use-cases ask of the environment. Call before the first of them. */
export function prepareInstallation(databaseUrl: string): void {
  const secret = () => randomBytes(32).toString("base64");
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    APP_URL: "http://localhost:3000",
    AUTH_SECRET: secret(),
    NIGHTPOST_MASTER_KEY: secret(),
    NIGHTPOST_SIGNING_KEY: secret(),
    NIGHTPOST_DEMO: "1",
  });
}

export const closeInstallation = closeDatabase;

export const RULE: Rule = ruleSchema.parse({
  version: 1,
  object: "customer",
  mapping: [{ source: "firstName", transform: { kind: "trim" }, target: { name: "FIRSTNAME", type: "text" } }],
  filter: [],
  consent: { optInLevels: ["CONFIRMED_OPT_IN"], onWithdrawal: "unlist" },
  lists: [{ id: 7, name: "Newsletter", marketing: true }],
  badRecords: "hold",
  onDeleted: "unlist",
  caps: { calls: 5_000, created: 2_000, written: 5_000, minutes: 60 },
});

export interface TestWorkspace {
  id: string;
  owner: Context;
  editor: Context;
  viewer: Context;
}

/** A workspace of the test's own with a member of each role. */
export async function mintWorkspace(name = "Atelier"): Promise<TestWorkspace> {
  const id = randomUUID();
  const people = await inWorkspace(id, async (tx) => {
    await tx.insert(workspaces).values({ id, name, timeZone: "America/New_York" });
    await createWorkspaceKeys(tx, installation().master);
    const enter = async (role: Role) => {
      const [user] = await tx
        .insert(users)
        .values({ name: `${role} of ${name}`, email: `${role}-${id}@example.com` })
        .returning();
      if (!user) throw new Error("no user");
      await tx.insert(members).values({ workspaceId: id, userId: user.id, role });
      return user;
    };
    return { owner: await enter("owner"), editor: await enter("editor"), viewer: await enter("viewer") };
  });
  const contextOf = async (user: typeof users.$inferSelect) => {
    const person = { id: user.id, name: user.name, email: user.email, signedInAtMs: Date.now() };
    const context = await openContext(person, id);
    if (!context) throw new Error("no context");
    return context;
  };
  return {
    id,
    owner: await contextOf(people.owner),
    editor: await contextOf(people.editor),
    viewer: await contextOf(people.viewer),
  };
}

export interface TestEnds {
  source: string;
  destination: string;
}

/** Two connections with credentials; `urls` points them at servers of the test. */
export async function mintEnds(
  { id: workspaceId }: TestWorkspace,
  urls: { shopify?: string; brevo?: string; shopIdentity?: string } = {},
): Promise<TestEnds> {
  return inWorkspace(workspaceId, async (tx) => {
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, installation().master);
    const add = async (kind: "shopify" | "brevo", identity: string, field: string, baseUrl: string) => {
      const [row] = await tx
        .insert(connections)
        .values({ workspaceId, kind, name: `${kind} end`, state: "connected", identity, details: { baseUrl } })
        .returning({ id: connections.id });
      if (!row) throw new Error("no connection");
      await saveCredential(tx, keys, { connectionId: row.id, field, value: "a-secret-of-the-test" });
      return row.id;
    };
    const nobody = "http://127.0.0.1:9";
    return {
      source: await add("shopify", urls.shopIdentity ?? "gid://shopify/Shop/1", "access_token", urls.shopify ?? nobody),
      destination: await add("brevo", "org-1", "api_key", urls.brevo ?? nobody),
    };
  });
}

export interface TestSync {
  syncId: string;
  publicationId: string;
}

/** A published, active sync. */
export async function mintSync(workspace: TestWorkspace, ends: TestEnds, name = "Customers"): Promise<TestSync> {
  const published: PublishedEnds = {
    source: {
      connectionId: ends.source,
      kind: "shopify",
      identity: "gid://shopify/Shop/1",
      timeZone: "Europe/Paris",
      currency: "EUR",
    },
    destination: { connectionId: ends.destination, kind: "brevo", identity: "org-1" },
    sourceApiVersion: "2026-07",
  };
  const syncId = randomUUID();
  const publicationId = randomUUID();
  const digest = publicationDigest(RULE, published);
  const signature = signDigest(installation().signingKey, { syncId, number: 1, digest });
  await inWorkspace(workspace.id, async (tx) => {
    const { source: sourceConnectionId, destination: destinationConnectionId } = ends;
    await tx
      .insert(syncs)
      .values({ id: syncId, workspaceId: workspace.id, name, sourceConnectionId, destinationConnectionId });
    await tx.insert(publications).values({
      ...{ id: publicationId, workspaceId: workspace.id, syncId, number: 1, rule: RULE, ends: published },
      ...{ digest, signature, publishedBy: workspace.owner.user.id },
    });
    await tx.raw`update syncs set state = 'active', live_publication_id = ${publicationId}, next_run_at = clock_timestamp() + interval '15 minutes'
      where id = ${syncId}`;
  });
  return { syncId, publicationId };
}
