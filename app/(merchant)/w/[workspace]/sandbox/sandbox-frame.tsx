import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Banner } from "@/components/ui/banner";
import { NavTabs } from "@/components/ui/nav-tabs";
import { PageHeader } from "@/components/ui/page-header";

interface Props {
  workspaceId: string;
  mayChange: boolean;
  children: ReactNode;
}

/** Title and tabs of the sandbox's pages. */
export function SandboxFrame({ workspaceId, mayChange, children }: Props) {
  const t = useTranslations("sandbox");
  const home = `/w/${workspaceId}/sandbox`;
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <div className="grid gap-5">
        <NavTabs
          label={t("tabs.label")}
          tabs={[
            { href: home, label: t("tabs.faults") },
            { href: `${home}/shop`, label: t("tabs.shop") },
            { href: `${home}/account`, label: t("tabs.account") },
            { href: `${home}/mailbox`, label: t("tabs.mailbox") },
          ]}
        />
        {mayChange ? null : <Banner tone="info" title={t("read_only")} />}
        {children}
      </div>
    </>
  );
}

/** In the place of what a stand-in would have told. */
export function Unreachable() {
  const t = useTranslations("sandbox");
  return <Banner tone="warning" title={t("errors.unreachable")} />;
}
