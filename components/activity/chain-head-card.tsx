import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { Code } from "@/components/ui/code";

/** The end of the chain, to take away. @param href where it is as a file */
export function ChainHeadCard({ head, href }: { head: { seq: number; hash: string } | null; href: string }) {
  const t = useTranslations("activity");
  if (head === null) return null;
  return (
    <Card
      title={t("head_title")}
      description={t("head_body")}
      actions={
        <a className={buttonStyle({ size: "small" })} href={href} download>
          <Download aria-hidden />
          {t("head_export")}
        </a>
      }
    >
      <p className="text-sm">{t("head_entries", { count: head.seq })}</p>
      <p className="mt-1 break-all text-xs">
        <Code>{head.hash}</Code>
      </p>
    </Card>
  );
}
