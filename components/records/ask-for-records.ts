import type { FoundRecords } from "@/lib/use-cases/records/record-view";

export type FinderState =
  | { kind: "idle" | "asking" }
  /** Neither an id nor an address. */
  | { kind: "refused" }
  | { kind: "signed_out" | "unread" }
  | { kind: "found"; found: FoundRecords };

/** Asks by POST, so that what is searched for stays out of every address line. Never throws: a lost connection is a state. */
export async function askForRecords(workspaceId: string, search: string): Promise<FinderState> {
  try {
    const answer = await fetch(`/api/w/${workspaceId}/records`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ search }),
      cache: "no-store",
    });
    if (answer.ok) return { kind: "found", found: await answer.json() };
    if (answer.status === 401) return { kind: "signed_out" };
    return { kind: answer.status === 422 || answer.status === 400 ? "refused" : "unread" };
  } catch {
    return { kind: "unread" };
  }
}
