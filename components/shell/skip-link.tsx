import { useTranslations } from "next-intl";

/** First stop of the keyboard: past the navigation to the page. */
export function SkipLink() {
  const t = useTranslations("shell");
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:font-medium focus:shadow-large"
    >
      {t("skip_to_content")}
    </a>
  );
}
