import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { currentUser } from "@/lib/auth/session";
import { type Context, openContext } from "./context";

/**
 * First line of every page and action of a workspace. Nobody signed in: on to sign-in. Unknown, foreign or malformed: the same 404.
 * Asks the database once a request, however often it is called.
 */
export const enterWorkspace = cache(async (workspaceId: string): Promise<Context> => {
  const user = await currentUser();
  if (!user) redirect(`/sign-in?next=${encodeURIComponent(`/w/${workspaceId}`)}`);
  return (await openContext(user, workspaceId)) ?? notFound();
});
