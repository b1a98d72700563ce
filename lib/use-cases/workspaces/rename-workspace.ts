import { z } from "zod";
import { workspaces } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { newWorkspaceSchema } from "./create-workspace";

/** Gives the workspace another name. */
export const renameWorkspace = defineUseCase({
  role: "owner",
  input: z.strictObject({ name: newWorkspaceSchema.shape.name }),
  run: async (tx, { workspaceId }, { name }) => {
    await tx.update(workspaces).set({ name });
    return ok({ workspaceId });
  },
  audit: ({ name }, { workspaceId }) => ({
    verb: "workspace.renamed",
    subjectKind: "workspace",
    subjectId: workspaceId,
    details: { name },
  }),
});
