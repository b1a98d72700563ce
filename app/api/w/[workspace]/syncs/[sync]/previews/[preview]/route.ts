import { enterApi } from "@/app/api/w/[workspace]/enter-api";
import { defineRoute } from "@/lib/http/route";
import { readPreview } from "@/lib/use-cases/previews/read-preview";

/** One preview, for the rule page that polls it while it runs. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string; sync: string; preview: string } }) => {
    const context = await enterApi(params.workspace);
    return context.ok ? readPreview(context.value, { syncId: params.sync, previewId: params.preview }) : context;
  },
});
