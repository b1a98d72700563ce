import { notFound } from "next/navigation";
import { currentUser } from "@/lib/auth/session";
import { type Context, openContext } from "./context";
import { SignedOut } from "./signed-out";

/**
 * First line of every server action of a workspace, inside `runAction`. Unlike `enterWorkspace` it sends nobody away: what was typed stays on the screen.
 * @throws SignedOut, which `runAction` answers with the form as it was. Unknown, foreign or malformed workspaces: the same 404
 */
export async function enterAction(workspaceId: string): Promise<Context> {
  const user = await currentUser();
  if (!user) throw new SignedOut();
  return (await openContext(user, workspaceId)) ?? notFound();
}
