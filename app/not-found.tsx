import { useTranslations } from "next-intl";
import { PlainPage } from "@/components/shell/plain-page";
import { LinkButton } from "@/components/ui/link-button";

/** The same page for what does not exist and for what belongs to somebody else. */
export default function NotFound() {
  const t = useTranslations("failure");
  return (
    <PlainPage>
      <div className="grid justify-items-center gap-3 text-center">
        <h1 className="font-semibold text-lg">{t("not_found_title")}</h1>
        <p className="text-muted text-sm">{t("not_found_body")}</p>
        <LinkButton href="/">{t("home")}</LinkButton>
      </div>
    </PlainPage>
  );
}
