import { z } from "zod";
import { PASSWORD_MAX, PASSWORD_MIN } from "@/lib/auth/password-rule";
import { newWorkspaceSchema } from "@/lib/use-cases/workspaces/create-workspace";

export const signUpSchema = z.object({
  name: z.string().trim().min(1).max(80),
  email: z.string().trim().min(1).max(254).pipe(z.email()),
  password: z.string().min(PASSWORD_MIN).max(PASSWORD_MAX),
  workspace: newWorkspaceSchema.shape.name,
  zone: newWorkspaceSchema.shape.zone,
});
