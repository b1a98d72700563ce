import { defineRoute } from "@/lib/http/route";
import { readPrivacyExport } from "@/lib/use-cases/privacy/read-export";
import { enterApi } from "../../enter-api";

/** What we know of a shopper, as a file for the owner to hand on. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string; request: string } }) => {
    const context = await enterApi(params.workspace);
    if (!context.ok) return context;
    const found = await readPrivacyExport(context.value, { requestId: params.request });
    if (!found.ok) return found;
    return new Response(JSON.stringify(found.value, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        "content-disposition": 'attachment; filename="shopper-data.json"',
      },
    });
  },
});
