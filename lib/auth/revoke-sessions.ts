import { auth } from "./auth";

/** Ends every session of a user, in all browsers, with their next request: on a role change, a removal, a new password. */
export async function revokeSessions(userId: string): Promise<void> {
  const context = await auth().$context;
  await context.internalAdapter.deleteUserSessions(userId);
}
