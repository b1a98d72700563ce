"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ChoiceGroup } from "./choice-group";

export interface LiveEditDialogProps {
  isOpen: boolean;
  version: number;
  onChoose: (choice: "keep" | "stop") => void;
  onDiscard: () => void;
}

/** Before the first change to the rule of a running sync: what becomes of it. Closing it takes the change back. */
export function LiveEditDialog({ isOpen, version, onChoose, onDiscard }: LiveEditDialogProps) {
  const t = useTranslations("rule.live_edit");
  const [choice, setChoice] = useState<"keep" | "stop">("keep");
  const labels = {
    keep: { label: t("keep", { number: version }), hint: t("keep_hint") },
    stop: { label: t("stop"), hint: t("stop_hint") },
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onDiscard())}>
      <DialogContent
        title={t("title", { number: version })}
        description={t("description")}
        footer={
          <>
            <Button onClick={onDiscard}>{t("discard")}</Button>
            <Button variant="primary" onClick={() => onChoose(choice)}>
              {labels[choice].label}
            </Button>
          </>
        }
      >
        <ChoiceGroup
          legend={<span className="sr-only">{t("description")}</span>}
          value={choice}
          onChange={setChoice}
          options={[
            { value: "keep", ...labels.keep },
            { value: "stop", ...labels.stop },
          ]}
        />
      </DialogContent>
    </Dialog>
  );
}
