import type { Message } from "@/lib/http/action-state";

/** Why the last save did not happen. */
export interface SaveFailure {
  message: Message;
  /** Somebody else saved; the revision that is stored now, where it is known. */
  conflict: { theirs: number | null } | null;
}

export type SaveStatus =
  | { kind: "saved" }
  | { kind: "saving" }
  | { kind: "unsaved" }
  | { kind: "incomplete"; count: number }
  | { kind: "asking" }
  | { kind: "failed"; failure: SaveFailure };

export interface SaveFacts {
  isDirty: boolean;
  isSaving: boolean;
  /** A live version runs and nobody has said yet what becomes of it. */
  isAsking: boolean;
  faultCount: number;
  failure: SaveFailure | null;
}

/** What the editor is told about their text. Never "saved" while anything of it is only in the browser. */
export function saveStatusOf({ isDirty, isSaving, isAsking, faultCount, failure }: SaveFacts): SaveStatus {
  if (isSaving) return { kind: "saving" };
  if (!isDirty) return { kind: "saved" };
  if (faultCount > 0) return { kind: "incomplete", count: faultCount };
  if (isAsking) return { kind: "asking" };
  return failure ? { kind: "failed", failure } : { kind: "unsaved" };
}
