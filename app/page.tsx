import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PlainPage } from "@/components/shell/plain-page";
import { currentUser } from "@/lib/auth/session";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";
import { CreateWorkspaceForm } from "./create-workspace-form";

/** Sign-in, or the first workspace; a user without one makes one. */
export default async function HomePage() {
  const user = await currentUser();
  if (!user) redirect("/sign-in");
  const [first] = await listMemberships(user.id);
  if (first) redirect(`/w/${first.workspaceId}/syncs`);
  const t = await getTranslations("auth");
  return (
    <PlainPage>
      <section className="grid gap-5 rounded-xl border border-line bg-surface p-6 shadow-small">
        <div className="grid gap-1 text-center">
          <h1 className="font-semibold text-lg tracking-tight">{t("no_workspace_title")}</h1>
          <p className="text-muted text-sm">{t("no_workspace_body")}</p>
        </div>
        <CreateWorkspaceForm />
      </section>
    </PlainPage>
  );
}
