import { notFound, redirect } from "next/navigation";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import { currentUser } from "@/lib/auth/session";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";

/** The sandbox belongs to the installation: a link that knows no workspace finds it in the reader's first one. */
export default async function SandboxHome(): Promise<never> {
  if (!isDemoInstallation()) notFound();
  const user = await currentUser();
  if (!user) redirect("/sign-in?next=%2Fsandbox");
  const [first] = await listMemberships(user.id);
  redirect(first ? `/w/${first.workspaceId}/sandbox` : "/");
}
