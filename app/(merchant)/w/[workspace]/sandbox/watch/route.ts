import { defineRoute } from "@/lib/http/route";
import { enterWorkspace } from "@/lib/use-cases/enter-workspace";
import { watchSandbox } from "@/lib/use-cases/sandbox/watch-sandbox";

export const dynamic = "force-dynamic";

/** What the stand-ins do right now, for members of a workspace of a demo installation; elsewhere it is not there. */
export const GET = defineRoute<{ workspace: string }, undefined, unknown>({
  handler: async ({ params }) => watchSandbox(await enterWorkspace(params.workspace)),
});
