import { useTranslations } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";

interface Props {
  page: number;
  pages: number;
  /** Address of a page by its number. */
  hrefOf: (page: number) => string;
}

/** Back and forth through a long list; draws nothing when there is one page. */
export function Pager({ page, pages, hrefOf }: Props) {
  const t = useTranslations("sandbox");
  if (pages <= 1) return null;
  return (
    <nav aria-label={t("pages_label")} className="flex items-center justify-between gap-3 px-4 py-3 text-sm">
      {page > 1 ? (
        <LinkButton size="small" href={hrefOf(page - 1)}>
          {t("previous")}
        </LinkButton>
      ) : (
        <span />
      )}
      <span className="text-muted tabular-nums">{t("page_of", { page, pages })}</span>
      {page < pages ? (
        <LinkButton size="small" href={hrefOf(page + 1)}>
          {t("next")}
        </LinkButton>
      ) : (
        <span />
      )}
    </nav>
  );
}
