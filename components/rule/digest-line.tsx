"use client";

import { Check, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Code } from "@/components/ui/code";

const SHOWN_CHARACTERS = 12;

/** A digest, short, with the whole of it in the clipboard on request. */
export function DigestLine({ digest }: { digest: string }) {
  const t = useTranslations("preview");
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(digest);
    setCopied(true);
  };
  return (
    <span className="flex items-center gap-1.5 text-muted text-xs">
      <span title={digest}>
        <Code>{digest.slice(0, SHOWN_CHARACTERS)}…</Code>
      </span>
      <Button variant="ghost" size="small" aria-label={t("copy")} onClick={copy}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isCopied ? <span>{t("copied")}</span> : null}
      </Button>
    </span>
  );
}
