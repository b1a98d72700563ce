"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ActionState, FormAction } from "@/lib/http/action-state";
import { watchQuery } from "./watch-query";

/** The action, after which the stand-ins are looked at anew at once. */
export function useRefreshingAction(workspaceId: string, action: FormAction): FormAction {
  const queries = useQueryClient();
  return async (previous: ActionState, form: FormData) => {
    const next = await action(previous, form);
    await queries.invalidateQueries({ queryKey: watchQuery(workspaceId).queryKey });
    return next;
  };
}
