"use server";

import { redirect } from "next/navigation";
import { endSession } from "@/lib/auth/end-session";

/** Ends this browser's session, at once and in the database. */
export async function signOut(): Promise<void> {
  await endSession();
  redirect("/sign-in");
}
