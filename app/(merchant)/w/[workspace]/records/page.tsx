import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { RecordFinder } from "@/components/records/record-finder";
import { PageHeader } from "@/components/ui/page-header";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";

interface Props {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("records"))("title") };
}

/** Where support and merchants answer "why did this customer not get it?". An id may be in the address, an e-mail address never. */
export default async function RecordsPage({ params, searchParams }: Props) {
  const context = await enterWorkspace((await params).workspace);
  const { id } = await searchParams;
  const t = await getTranslations("records");
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      <RecordFinder
        workspaceId={context.workspaceId}
        initial={typeof id === "string" && /^\d{1,20}$/.test(id) ? id : ""}
      />
    </>
  );
}
