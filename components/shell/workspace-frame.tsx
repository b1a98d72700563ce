import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { TextLink } from "@/components/ui/text-link";
import { isDemoInstallation } from "@/lib/auth/is-demo";
import { readReach } from "@/lib/use-cases/alerts/read-reach";
import type { Context } from "@/lib/use-cases/context";
import { readHealth } from "@/lib/use-cases/health/read-health";
import { listMemberships } from "@/lib/use-cases/workspaces/list-memberships";
import { navigationOf } from "./navigation";
import { SchedulerBanner } from "./scheduler-banner";
import { THEME_COOKIE, themeOf } from "./theme";
import { UntakenBanner } from "./untaken-banner";
import { WorkspaceShell } from "./workspace-shell";
import { ZoneProvider } from "./zone-provider";

export interface WorkspaceFrameProps {
  /** Of `enterWorkspace`. */
  context: Context;
  /** Above every page; the demo's own line where left out. A stopped scheduler takes its place. */
  banner?: ReactNode;
  children: ReactNode;
}

/** Everything around a page of a workspace, and the workspace's zone for the times on it. */
export async function WorkspaceFrame({ context, banner, children }: WorkspaceFrameProps) {
  const memberships = await listMemberships(context.user.id);
  const { scheduler } = await readHealth();
  const reach = await readReach(context, {});
  const untaken = reach.ok ? reach.value.untaken : 0;
  const demo = isDemoInstallation();
  const demoBanner = demo && context.workspace.isDemo ? <DemoBanner workspaceId={context.workspaceId} /> : undefined;
  return (
    <ZoneProvider zone={context.zone}>
      <WorkspaceShell
        workspace={{ slug: context.workspaceId, name: context.workspace.name }}
        choices={memberships.map((membership) => ({ slug: membership.workspaceId, name: membership.name }))}
        items={navigationOf(context.workspaceId, demo)}
        user={{ name: context.user.name, email: context.user.email }}
        theme={themeOf((await cookies()).get(THEME_COOKIE)?.value)}
        banner={
          scheduler.stopped ? (
            <SchedulerBanner />
          ) : untaken > 0 ? (
            <UntakenBanner workspaceId={context.workspaceId} count={untaken} />
          ) : (
            (banner ?? demoBanner)
          )
        }
      >
        {children}
      </WorkspaceShell>
    </ZoneProvider>
  );
}

async function DemoBanner({ workspaceId }: { workspaceId: string }) {
  const t = await getTranslations("shell");
  return (
    <Banner
      tone="info"
      title={t("demo_banner")}
      action={<TextLink href={`/w/${workspaceId}/sandbox`}>{t("demo_banner_link")}</TextLink>}
    />
  );
}
