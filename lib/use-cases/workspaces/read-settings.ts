import { z } from "zod";
import { workspaces } from "@/lib/db/schema/workspaces";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse } from "../errors";

export interface WorkspaceSettings {
  name: string;
  timeZone: string;
  supportMayResume: boolean;
  publishingNeedsApproval: boolean;
}

/** What is set for the workspace as a whole. */
export const readSettings = defineUseCase({
  role: "viewer",
  input: z.strictObject({}),
  run: async (tx) => {
    const [row] = await tx.select().from(workspaces);
    if (!row) return refuse("not_found", "not_found");
    const { name, timeZone, supportMayResume, publishingNeedsApproval } = row;
    return ok<WorkspaceSettings>({ name, timeZone, supportMayResume, publishingNeedsApproval });
  },
});
