import { defineRoute } from "@/lib/http/route";
import { readRun } from "@/lib/use-cases/runs/read-run";
import { enterApi } from "../../enter-api";

/** One run, for its page that polls it while it works. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string; run: string } }) => {
    const context = await enterApi(params.workspace);
    return context.ok ? readRun(context.value, { runId: params.run }) : context;
  },
});
