import { getTranslations } from "next-intl/server";
import { Banner } from "@/components/ui/banner";
import { TextLink } from "@/components/ui/text-link";

/** Above every page while something critical is wrong that no alert channel could tell. */
export async function UntakenBanner({ workspaceId, count }: { workspaceId: string; count: number }) {
  const t = await getTranslations("shell");
  return (
    <Banner
      tone="danger"
      title={t("untaken", { count })}
      action={<TextLink href={`/w/${workspaceId}/findings`}>{t("untaken_link")}</TextLink>}
    />
  );
}
