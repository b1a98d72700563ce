import { defineRoute } from "@/lib/http/route";
import { readHead } from "@/lib/use-cases/activity/read-head";
import { enterApi } from "../../enter-api";

/** The sealed end of the audit log, as `npm run audit:verify -- --heads` takes it. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string } }) => {
    const context = await enterApi(params.workspace);
    if (!context.ok) return context;
    const head = await readHead(context.value, {});
    if (!head.ok) return head;
    return new Response(`${JSON.stringify(head.value === null ? [] : [head.value], null, 2)}\n`, {
      headers: {
        "content-type": "application/json",
        "content-disposition": 'attachment; filename="activity-head.json"',
        "cache-control": "no-store",
      },
    });
  },
});
