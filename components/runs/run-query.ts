import { queryOptions } from "@tanstack/react-query";
import type { RunView } from "@/lib/use-cases/runs/run-view";
import { isActive } from "./run-state";

const POLL_MS = 1_500;

/** Key, fetcher and options of one run: polled while it is active, left alone once it is over. */
export function runQuery(workspaceId: string, runId: string) {
  return queryOptions({
    queryKey: ["run", workspaceId, runId],
    queryFn: async ({ signal }): Promise<RunView> => {
      const answer = await fetch(`/api/w/${workspaceId}/runs/${runId}`, { signal, cache: "no-store" });
      if (!answer.ok) throw new Error(`run ${answer.status}`);
      return answer.json();
    },
    refetchInterval: ({ state }) => (state.data && isActive(state.data.state) ? POLL_MS : false),
    staleTime: 1_000,
    retry: 3,
  });
}
