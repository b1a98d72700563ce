import { defineRoute } from "@/lib/http/route";
import { listSyncs } from "@/lib/use-cases/syncs/list-syncs";
import { enterApi } from "../enter-api";

/** The health of every sync, for the list that polls it. */
export const GET = defineRoute({
  handler: async ({ params }: { params: { workspace: string } }) => {
    const context = await enterApi(params.workspace);
    return context.ok ? listSyncs(context.value, {}) : context;
  },
});
