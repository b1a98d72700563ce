import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { navigationOf } from "@/components/shell/navigation";
import { THEME_COOKIE, themeOf } from "@/components/shell/theme";
import { WorkspaceShell } from "@/components/shell/workspace-shell";
import { ZoneProvider } from "@/components/shell/zone-provider";
import { Banner } from "@/components/ui/banner";
import { TextLink } from "@/components/ui/text-link";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";

export interface WorkspaceLayoutProps {
  children: ReactNode;
  params: Promise<{ workspace: string }>;
}

/** Authorises once for the frame; every page and action below authorises itself again. Times are shown in the workspace's zone. */
export default async function WorkspaceLayout({ children, params }: WorkspaceLayoutProps) {
  const context = await enterWorkspace((await params).workspace);
  const memberships = await listMemberships(context.user.id);
  const demo = isDemoInstallation();
  return (
    <ZoneProvider zone={context.zone}>
      <WorkspaceShell
        workspace={{ slug: context.workspaceId, name: context.workspace.name }}
        choices={memberships.map((membership) => ({ slug: membership.workspaceId, name: membership.name }))}
        items={navigationOf(context.workspaceId, demo)}
        user={{ name: context.user.name, email: context.user.email }}
        theme={themeOf((await cookies()).get(THEME_COOKIE)?.value)}
        banner={demo && context.workspace.isDemo ? <DemoBanner /> : undefined}
      >
        {children}
      </WorkspaceShell>
    </ZoneProvider>
  );
}

async function DemoBanner() {
  const t = await getTranslations("shell");
  return (
    <Banner
      tone="info"
      title={t("demo_banner")}
      action={<TextLink href="/sandbox">{t("demo_banner_link")}</TextLink>}
    />
  );
}
