import { currentUser } from "@/lib/auth/session";
import { ok, type Result } from "@/lib/kernel/result";
import { type Context, openContext } from "@/lib/use-cases/context";
import { refuse, type UseCaseError } from "@/lib/use-cases/errors";

/** As `enterWorkspace`, for routes that a script of ours polls: refusals are answers, never redirects. */
export async function enterApi(workspaceId: string): Promise<Result<Context, UseCaseError>> {
  const user = await currentUser();
  if (!user) return refuse("unauthenticated", "unauthenticated");
  const context = await openContext(user, workspaceId);
  return context ? ok(context) : refuse("not_found", "not_found");
}
