import type { EndsCheck } from "@/lib/use-cases/syncs/check-ends";

export type CheckState =
  | { kind: "idle" | "asking" }
  /** No answer came from Nightpost itself. */
  | { kind: "unread" }
  /** The sync is not paused any more, or has to be published again. */
  | { kind: "over" }
  | { kind: "checked"; check: EndsCheck };

/** Never throws: a lost connection is a state. */
export async function askForCheck(workspaceId: string, syncId: string): Promise<CheckState> {
  try {
    const answer = await fetch(`/api/w/${workspaceId}/syncs/${syncId}/check`, { method: "POST", cache: "no-store" });
    if (answer.ok) return { kind: "checked", check: await answer.json() };
    return { kind: answer.status === 409 ? "over" : "unread" };
  } catch {
    return { kind: "unread" };
  }
}
