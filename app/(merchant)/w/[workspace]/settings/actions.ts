"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import type { Result } from "@/lib/kernel/result";
import { createApiKey } from "@/lib/use-cases/api-keys/create-api-key";
import { revokeApiKey } from "@/lib/use-cases/api-keys/revoke-api-key";
import type { Context } from "@/lib/use-cases/context";
import { enterAction } from "@/lib/use-cases/enter-action";
import type { UseCaseError } from "@/lib/use-cases/errors";
import { changeRole } from "@/lib/use-cases/members/change-role";
import { inviteMember } from "@/lib/use-cases/members/invite-member";
import { leaveWorkspace, removeMember } from "@/lib/use-cases/members/remove-member";
import { revokeInvitation } from "@/lib/use-cases/members/revoke-invitation";
import { eraseShopper } from "@/lib/use-cases/privacy/erase-shopper";
import { changeSettings } from "@/lib/use-cases/workspaces/change-settings";

const text = z.string().max(500);
const here = z.object({ workspace: text });
/** A switch: sent when on. */
const on = z
  .literal("on")
  .optional()
  .transform((one) => one !== undefined);

async function actIn<T>(workspaceId: string, act: (context: Context) => Promise<Result<T, UseCaseError>>) {
  const context = await enterAction(workspaceId);
  const result = await act(context);
  revalidatePath(`/w/${context.workspaceId}`, "layout");
  return result;
}

export async function submitSettings(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ name: text, timeZone: text, supportMayResume: on, publishingNeedsApproval: on });
  return runAction(form, { name: "change_settings", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => changeSettings(context, input)),
  );
}

export async function submitInvite(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ email: text, role: z.enum(["owner", "editor", "viewer"]) });
  return runAction(form, { name: "invite_member", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => inviteMember(context, input)),
  );
}

export async function submitRevokeInvitation(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ invitationId: text });
  return runAction(form, { name: "revoke_invitation", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => revokeInvitation(context, input)),
  );
}

export async function submitRole(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ userId: text, role: z.enum(["owner", "editor", "viewer"]) });
  return runAction(form, { name: "change_role", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => changeRole(context, input)),
  );
}

export async function submitRemove(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ userId: text });
  return runAction(form, { name: "remove_member", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => removeMember(context, input)),
  );
}

export async function submitLeave(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "leave_workspace", schema: here }, async ({ workspace }) => {
    const left = await leaveWorkspace(await enterAction(workspace), {});
    if (!left.ok) return left;
    redirect("/sign-in");
  });
}

export async function submitApiKey(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ name: text, scopes: z.union([text, z.array(text)]).default([]) });
  return runAction(form, { name: "create_api_key", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => createApiKey(context, input)),
  );
}

export async function submitRevokeApiKey(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ keyId: text });
  return runAction(form, { name: "revoke_api_key", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => revokeApiKey(context, input)),
  );
}

export async function submitEraseShopper(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ search: text });
  return runAction(form, { name: "erase_shopper", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => eraseShopper(context, input)),
  );
}
