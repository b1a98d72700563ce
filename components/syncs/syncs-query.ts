import { queryOptions } from "@tanstack/react-query";
import type { SyncLine } from "@/lib/use-cases/syncs/sync-view";
import { syncHealth } from "./sync-health";

const WORKING_MS = 3_000;
const QUIET_MS = 15_000;

/** Key, fetcher and options of the list's health: polled closely while something runs, else now and then. */
export function syncsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ["syncs", workspaceId],
    queryFn: async ({ signal }): Promise<SyncLine[]> => {
      const answer = await fetch(`/api/w/${workspaceId}/syncs`, { signal, cache: "no-store" });
      if (!answer.ok) throw new Error(`syncs ${answer.status}`);
      return answer.json();
    },
    refetchInterval: ({ state }) =>
      state.data?.some((sync) => syncHealth(sync) === "working") ? WORKING_MS : QUIET_MS,
    staleTime: 2_000,
  });
}
