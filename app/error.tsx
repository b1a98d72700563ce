"use client";

import { useTranslations } from "next-intl";
import { digestOf, FailurePage } from "@/components/shell/failure-page";

/** Whatever a page did not expect. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTranslations("failure");
  const digest = digestOf(error);
  return (
    <FailurePage
      title={t("error_title")}
      body={t("error_body")}
      reference={digest === undefined ? undefined : t("reference", { reference: digest })}
      retryLabel={t("retry")}
      onRetry={retry}
    />
  );
}
