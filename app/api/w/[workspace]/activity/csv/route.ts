import { defineRoute } from "@/lib/http/route";
import { exportActivity } from "@/lib/use-cases/activity/export-activity";
import { enterApi } from "../../enter-api";

/** The audit log as a file; the filter of the page applies. */
export const GET = defineRoute({
  handler: async ({ request, params }: { request: Request; params: { workspace: string } }) => {
    const context = await enterApi(params.workspace);
    if (!context.ok) return context;
    const asked = new URL(request.url).searchParams;
    const filter = { actor: asked.get("actor") ?? undefined, about: asked.get("about") ?? undefined };
    return new Response(exportActivity(context.value, filter), {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": 'attachment; filename="activity.csv"',
        "cache-control": "no-store",
      },
    });
  },
});
