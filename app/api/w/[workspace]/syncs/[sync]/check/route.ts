import { defineRoute } from "@/lib/http/route";
import { checkEnds } from "@/lib/use-cases/syncs/check-ends";
import { enterApi } from "../../../enter-api";

/** Asks both ends of a paused sync. A POST, as it costs calls at both and must not be repeated by a browser that looks ahead. */
export const POST = defineRoute({
  handler: async ({ params }: { params: { workspace: string; sync: string } }) => {
    const context = await enterApi(params.workspace);
    return context.ok ? checkEnds(context.value, { syncId: params.sync }) : context;
  },
});
