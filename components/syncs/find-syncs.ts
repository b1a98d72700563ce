import type { SyncLine } from "@/lib/use-cases/syncs/sync-view";
import { isInView, type SyncViewName } from "./sync-health";

/** Lower case without accents and with one form for full and half width, so that "café" finds "Cafe" and ｓｙｎｃ finds sync. */
const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Syncs whose name or ends contain every word of the search. */
export function searchSyncs<S extends Pick<SyncLine, "name" | "sourceName" | "destinationName">>(
  syncs: readonly S[],
  search: string,
): S[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return syncs.filter(({ name, sourceName, destinationName }) => {
    const text = plain([name, sourceName ?? "", destinationName ?? ""].join(" "));
    return words.every((word) => text.includes(word));
  });
}

/** Why a list shows nothing: the search, or a view without a member, which for "needs attention" is good news. */
export type NothingShown = "search" | "all_clear" | "view";

/** @returns null while something is shown */
export function nothingShown(shown: number, view: SyncViewName, search: string): NothingShown | null {
  if (shown > 0) return null;
  if (search.trim() !== "") return "search";
  return view === "attention" ? "all_clear" : "view";
}

export const syncsInView = (syncs: readonly SyncLine[], view: SyncViewName): SyncLine[] =>
  syncs.filter((sync) => isInView(sync, view));
