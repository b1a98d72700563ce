import { queryOptions } from "@tanstack/react-query";
import type { SandboxWatch } from "@/lib/use-cases/sandbox/watch-sandbox";

const POLL_MS = 2_000;

/** Key, fetcher and options of what the stand-ins do: polled while somebody looks. */
export function watchQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ["sandbox", workspaceId],
    queryFn: async ({ signal }): Promise<SandboxWatch> => {
      const answer = await fetch(`/w/${workspaceId}/sandbox/watch`, { signal, cache: "no-store" });
      if (!answer.ok) throw new Error(`sandbox ${answer.status}`);
      return answer.json();
    },
    refetchInterval: POLL_MS,
    staleTime: 1_000,
  });
}
