import { getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/banner";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { messageKeyOf } from "@/lib/http/message-key";
import type { UseCaseError } from "@/lib/use-cases/errors";

/** The rule cannot be shown now: why, and where to mend it. */
export async function RuleUnavailable({
  error,
  workspace,
  sync,
}: {
  error: UseCaseError;
  workspace: string;
  sync: string;
}) {
  const t = await getTranslations("rule");
  const say = await getTranslations();
  return (
    <>
      <PageHeader title={t("title")} crumbs={[{ label: t("breadcrumb_syncs"), href: `/w/${workspace}/syncs` }]} />
      <Banner
        tone="danger"
        title={t("unavailable_title")}
        action={
          <>
            <LinkButton href={`/w/${workspace}/syncs/${sync}/rule`}>{t("try_again")}</LinkButton>
            <LinkButton href={`/w/${workspace}/connections`}>{t("go_connections")}</LinkButton>
          </>
        }
      >
        {say(messageKeyOf(error.code), error.params)}
      </Banner>
    </>
  );
}
