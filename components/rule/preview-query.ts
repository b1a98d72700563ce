import { queryOptions } from "@tanstack/react-query";
import type { ShownPreview } from "@/lib/use-cases/previews/read-preview";

const POLL_EVERY_MS = 1_000;

/** Reads one preview again and again until it is finished. @param previewsPath address below which the sync's previews are read */
export const previewQuery = (previewsPath: string, previewId: string | null) =>
  queryOptions({
    queryKey: ["preview", previewsPath, previewId],
    enabled: previewId !== null,
    queryFn: async ({ signal }): Promise<ShownPreview> => {
      const answer = await fetch(`${previewsPath}/${previewId}`, { signal, headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(`preview: ${answer.status}`);
      return answer.json();
    },
    refetchInterval: ({ state }) => (state.data && state.data.state !== "running" ? false : POLL_EVERY_MS),
    staleTime: Number.POSITIVE_INFINITY,
  });
