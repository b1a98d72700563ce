import { CircleCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Brand } from "@/components/shell/brand";
import { SupportTable } from "@/components/support/support-table";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { currentUser } from "@/lib/auth/session";
import { listSupportSyncs } from "@/lib/use-cases/support/list-support-syncs";
import { submitSupportResume } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("support"))("title") };
}

/** Paused, failing and silent syncs of all workspaces. For anybody but support staff there is nothing here. */
export default async function SupportPage() {
  const user = await currentUser();
  if (!user) redirect("/sign-in?next=%2Fsupport");
  const listed = await listSupportSyncs(user);
  if (!listed.ok) notFound();
  const t = await getTranslations("support");
  return (
    <main id="main" className="mx-auto grid w-full max-w-7xl gap-4 px-4 py-6 sm:px-6 lg:px-8">
      <Brand />
      <PageHeader title={t("title")} description={t("description")} />
      <Card title={t("count", { count: listed.value.length })} flush>
        {listed.value.length === 0 ? (
          <EmptyState icon={CircleCheck} title={t("empty")}>
            {t("empty_body")}
          </EmptyState>
        ) : (
          <SupportTable syncs={listed.value} resume={submitSupportResume} />
        )}
      </Card>
    </main>
  );
}
