import { headers } from "next/headers";
import { cache } from "react";
import { auth } from "./auth";

/** Who is signed in. Plain data. */
export interface SessionUser {
  id: string;
  name: string;
  email: string;
  /** When this session began, epoch ms: what is dangerous asks for a recent one. */
  signedInAtMs: number;
}

/**
 * The signed-in user of this request, or null. Asks the database once a request, so a revoked session ends at once.
 * Knowing the user authorises nothing: that is `enterWorkspace`.
 */
export const currentUser = cache(async (): Promise<SessionUser | null> => {
  const found = await auth().api.getSession({ headers: await headers() });
  if (!found) return null;
  const { user, session } = found;
  return { id: user.id, name: user.name, email: user.email, signedInAtMs: session.createdAt.getTime() };
});
