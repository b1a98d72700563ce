import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { type ChannelConfig, channelBoundTo, channelHint } from "@/lib/alerts/channel-config";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace, type WorkspaceTx } from "@/lib/db/client";
import { alertChannels, alertRoutes } from "@/lib/db/schema/alerts";
import { members, type Role, workspaces } from "@/lib/db/schema/workspaces";
import { sealJson } from "@/lib/db/seal";
import { createWorkspaceKeys, loadWorkspaceKeys, type MasterKey } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { InvariantViolation } from "@/lib/kernel/errors";

/** Always the same, so that adding it twice cannot make two. */
export const DEMO_WORKSPACE_ID = "0de30000-0000-4000-8000-000000000001";

export async function hasDemoWorkspace(): Promise<boolean> {
  const rows = await inWorkspace(DEMO_WORKSPACE_ID, (tx) =>
    tx.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, DEMO_WORKSPACE_ID)),
  );
  return rows.length > 0;
}

/** The people of the shop hear of what goes wrong: in the sandbox's mailbox. */
async function addDemoChannel(tx: WorkspaceTx, master: MasterKey): Promise<void> {
  const [id, workspaceId] = [randomUUID(), tx.workspaceId];
  const config: ChannelConfig = { kind: "email", address: "team@night-demo.example" };
  const { data } = await loadWorkspaceKeys(tx.raw, workspaceId, master);
  const sealed = sealJson(data, config, channelBoundTo(workspaceId, id));
  const shown = { kind: config.kind, name: "Shop team", hint: channelHint(config) };
  await tx.insert(alertChannels).values({ id, workspaceId, ...shown, config: sealed });
  await tx.insert(alertRoutes).values({ workspaceId, channelId: id, syncId: null, least: "warning" });
}

/** Makes the demo's workspace with its keys and people; all or nothing. @returns false when another process made it first */
export async function addDemoWorkspace(people: readonly { userId: string; role: Role }[]): Promise<boolean> {
  const owner = people.find(({ role }) => role === "owner");
  if (!owner) throw new InvariantViolation("the demo has an owner");
  const here = installation();
  return inWorkspace(DEMO_WORKSPACE_ID, async (tx) => {
    const made = await tx
      .insert(workspaces)
      .values({ id: DEMO_WORKSPACE_ID, name: "Night Demo", timeZone: "Europe/Paris", isDemo: true })
      .onConflictDoNothing()
      .returning({ id: workspaces.id });
    if (made.length === 0) return false;
    await tx.insert(members).values(people.map((person) => ({ ...person, workspaceId: DEMO_WORKSPACE_ID })));
    await createWorkspaceKeys(tx, here.master);
    await addDemoChannel(tx, here.master);
    const creation = { verb: "workspace.created", subjectKind: "workspace", subjectId: DEMO_WORKSPACE_ID };
    const actor = { actorKind: "user", actorId: owner.userId } as const;
    await appendActivity(tx.raw, DEMO_WORKSPACE_ID, { ...actor, ...creation }, here.signingKey);
    return true;
  });
}
