"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";

/**
 * Asks before text is left behind: the browser before it closes or loads another page, and we before a link of the app is followed.
 * @param willBeSaved a link may be followed all the same, because the save goes on without the page
 */
export function useLeaveGuard(isUnsaved: boolean, willBeSaved: boolean): void {
  const t = useTranslations("rule");
  const question = t("leave");
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  useEffect(() => {
    if (!isUnsaved || willBeSaved) return;
    const ask = (event: MouseEvent) => {
      if (!leavesPage(event.target) || window.confirm(question)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // On the window and in the capture phase: before the link's own handler.
    window.addEventListener("click", ask, true);
    return () => window.removeEventListener("click", ask, true);
  }, [isUnsaved, willBeSaved, question]);
}

/** A link to another page in this tab. */
function leavesPage(target: EventTarget | null): boolean {
  const link = target instanceof Element ? target.closest("a") : null;
  return link !== null && link.target !== "_blank" && link.pathname !== window.location.pathname;
}

/** Leaving within the moment before the next autosave saves at once. */
export function useSaveOnLeaving(canSave: boolean, save: () => Promise<unknown>): void {
  const leaving = useRef({ canSave, save });
  useEffect(() => {
    leaving.current = { canSave, save };
  }, [canSave, save]);
  useEffect(
    () => () => {
      if (leaving.current.canSave) void leaving.current.save();
    },
    [],
  );
}
