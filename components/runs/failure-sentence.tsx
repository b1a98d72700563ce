import { useTranslations } from "next-intl";
import { Code } from "@/components/ui/code";
import type { Failure } from "@/lib/runner/failures";
import { detailKey, failureKey } from "./failure-words";

/** A failure in one plain sentence, with what is known closer. */
export function FailureSentence({ failure }: { failure: Failure }) {
  const t = useTranslations("failures");
  const key = detailKey(failure);
  const detail = key !== null && t.has(`details.${key}`) ? t(`details.${key}`) : null;
  return (
    <>
      {t(`errors.${failureKey(failure.code)}`)} {detail}
    </>
  );
}

/** A failure explained: what happened, what it means for the data, what to do; the code for whoever asks. */
export function FailureStory({ failure }: { failure: Failure }) {
  const t = useTranslations("failures");
  const key = failureKey(failure.code);
  return (
    <div className="grid gap-3 text-sm">
      <p className="font-medium">
        <FailureSentence failure={failure} />
      </p>
      <dl className="grid gap-2 sm:grid-cols-[8rem_1fr]">
        <dt className="text-muted">{t("what_it_means")}</dt>
        <dd>{t(`effects.${key}`)}</dd>
        <dt className="text-muted">{t("what_next")}</dt>
        <dd>{t(`next.${key}`)}</dd>
        <dt className="text-muted">{t("code")}</dt>
        <dd>
          <Code>{failure.detail === null ? failure.code : `${failure.code} · ${failure.detail}`}</Code>
        </dd>
      </dl>
      {failure.outage ? <p className="text-muted text-xs">{t("outage")}</p> : null}
    </div>
  );
}
