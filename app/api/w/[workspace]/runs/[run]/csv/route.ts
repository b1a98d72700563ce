import { csvResponse } from "@/lib/http/csv-response";
import { defineRoute } from "@/lib/http/route";
import { exportRun } from "@/lib/use-cases/runs/export-run";
import { enterApi } from "../../../enter-api";

/** What became of a run's records, as a file. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string; run: string } }) => {
    const context = await enterApi(params.workspace);
    if (!context.ok) return context;
    const first = await exportRun(context.value, { runId: params.run });
    if (!first.ok) return first;
    return csvResponse(`run-${params.run.slice(0, 8)}`, first.value, async (after) => {
      const page = await exportRun(context.value, { runId: params.run, after });
      if (!page.ok) throw new Error(page.error.code);
      return page.value;
    });
  },
});
