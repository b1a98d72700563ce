"use client";

import { Banner } from "@/components/ui/banner";
import { Code } from "@/components/ui/code";
import type { ActionState } from "@/lib/http/action-state";

/** A link or key that the server will not show again. @param field its name in what the action returned */
export function ShownOnce({ state, field, title }: { state: ActionState; field: string; title: string }) {
  const value = state.status === "done" ? state.value?.[field] : undefined;
  if (typeof value !== "string") return null;
  return (
    <Banner tone="success" title={title} role="status">
      <Code className="select-all">{value}</Code>
    </Banner>
  );
}
