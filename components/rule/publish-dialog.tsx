"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useActionState, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Definition, DefinitionList } from "@/components/ui/definition-list";
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { type ActionState, type FormAction, IDLE } from "@/lib/http/action-state";
import type { PreviewTotals } from "@/lib/rules/preview";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";
import { concernsExisting } from "@/lib/use-cases/publications/concerns-existing";
import { ChoiceGroup } from "./choice-group";
import { DigestLine } from "./digest-line";
import { RuleChanges } from "./rule-changes";

export interface PublishDialogProps {
  preview: ShownPreview | null;
  /** Whether some alert channel is known to work. */
  isHeard: boolean;
  /** Records that a re-send is about. */
  listed: number;
  isAllowed: boolean;
  action: FormAction;
  /** Ends this session and comes back here after signing in. */
  signInAgain: () => Promise<void>;
}

/** Publishes exactly what was previewed. Open until it has succeeded; a refusal is shown inside it. */
export function PublishDialog({ preview, isAllowed, ...form }: PublishDialogProps) {
  const t = useTranslations("publish");
  const [isOpen, setOpen] = useState(false);
  if (!preview?.totals || !isAllowed)
    return (
      <Button disabled title={t("needs_preview")}>
        {t("open")}
      </Button>
    );
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="primary">{t("open")}</Button>
      </DialogTrigger>
      <DialogContent size="medium" title={t("title", { number: preview.nextNumber })} description={t("description")}>
        <PublishForm preview={preview} totals={preview.totals} {...form} />
      </DialogContent>
    </Dialog>
  );
}

interface PublishFormProps extends Pick<PublishDialogProps, "isHeard" | "listed" | "action" | "signInAgain"> {
  preview: ShownPreview;
  totals: PreviewTotals;
}

function PublishForm({ preview, totals, isHeard, listed, action, signInAgain }: PublishFormProps) {
  const t = useTranslations("publish");
  const say = useTranslations("ui");
  const [state, submit] = useActionState<ActionState, FormData>(action, IDLE);
  const mustSignIn = state.status === "failed" && state.message.key === "errors.sign_in_again";
  return (
    <form action={submit} className="grid gap-4" onReset={keepChosen}>
      <input type="hidden" name="previewId" value={preview.id} />
      <input type="hidden" name="digest" value={preview.digest} />
      <FormMessage state={state} />
      {isHeard ? null : (
        <Banner tone="warning" title={t("unheard")}>
          {t("unheard_body")}
        </Banner>
      )}
      <PublishFacts preview={preview} totals={totals} />
      {preview.live && concernsExisting(preview.live.changes) ? <Existing listed={listed} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose asChild>
          <Button>{say("cancel")}</Button>
        </DialogClose>
        {mustSignIn ? (
          <Button type="submit" variant="primary" formAction={signInAgain}>
            {t("sign_in")}
          </Button>
        ) : (
          <SubmitButton>{t("submit", { number: preview.nextNumber })}</SubmitButton>
        )}
      </div>
    </form>
  );
}

/** React resets a form after its action; a refused one keeps what was chosen. */
const keepChosen = (event: FormEvent) => event.preventDefault();

/** A changed mapping leaves those who were sent before as they are, unless they are sent again. */
function Existing({ listed }: { listed: number }) {
  const t = useTranslations("publish");
  const [chosen, choose] = useState<"from_now" | "resend">("from_now");
  return (
    <>
      <input type="hidden" name="existing" value={chosen} />
      <ChoiceGroup
        legend={t("existing")}
        value={chosen}
        onChange={choose}
        options={[
          { value: "from_now", label: t("existing_from_now"), hint: t("existing_from_now_hint") },
          { value: "resend", label: t("existing_resend"), hint: t("existing_resend_hint", { listed }) },
        ]}
      />
    </>
  );
}

function PublishFacts({ preview, totals }: { preview: ShownPreview; totals: PreviewTotals }) {
  const t = useTranslations("publish");
  const { caps } = preview.rule;
  const written = totals.create + totals.update;
  const isCapped = totals.create > caps.created || written > caps.written;
  return (
    <DefinitionList>
      <Definition term={t("digest")}>
        <DigestLine digest={preview.digest} />
      </Definition>
      <Definition term={t("impact")}>
        <p>{t("impact_said", { create: totals.create, update: totals.update })}</p>
        {totals.whole ? null : <p className="text-muted text-xs">{t("impact_partial", { read: totals.read })}</p>}
      </Definition>
      <Definition term={t("caps")}>
        <p>{t("caps_said", { ...caps })}</p>
        {isCapped ? (
          <p className="text-warning-ink text-xs">{t("capped", { creates: totals.create, written })}</p>
        ) : null}
      </Definition>
      <Definition term={preview.live ? t("difference", { number: preview.live.number }) : t("version")}>
        {preview.live ? <RuleChanges changes={preview.live.changes} /> : t("first")}
      </Definition>
    </DefinitionList>
  );
}
