import { z } from "zod";
import { workspaces } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { requireRecentSignIn } from "../context";
import { defineUseCase } from "../define-use-case";
import { newWorkspaceSchema } from "./create-workspace";
import { timeZoneSchema } from "./time-zone";

/** Name, zone, and who else may act: support staff by a resume, a single person by publishing. */
export const changeSettings = defineUseCase({
  role: "owner",
  input: z.strictObject({
    name: newWorkspaceSchema.shape.name,
    timeZone: timeZoneSchema,
    supportMayResume: z.boolean(),
    publishingNeedsApproval: z.boolean(),
  }),
  run: async (tx, context, settings) => {
    // Taking away the second pair of eyes is as dangerous as publishing.
    const recent = requireRecentSignIn(context, Date.now());
    if (!recent.ok) return recent;
    await tx.update(workspaces).set(settings);
    return ok({ workspaceId: context.workspaceId });
  },
  audit: (details, { workspaceId }) => ({
    verb: "workspace.settings_set",
    subjectKind: "workspace",
    subjectId: workspaceId,
    details,
  }),
});
