import { headers } from "next/headers";
import { auth } from "./auth";

/** Ends the session of this request: the row goes, the cookie goes. Nobody signed in is no error. Only in a server action or route. */
export async function endSession(): Promise<void> {
  await auth().api.signOut({ headers: await headers() });
}
