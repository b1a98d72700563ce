import { readBody } from "@/lib/http/body";
import { problemOf, problemResponse } from "@/lib/http/problem";
import { unexpectedResponse } from "@/lib/http/route";
import { startRunByHook } from "@/lib/use-cases/run-hooks/start-run";

export const dynamic = "force-dynamic";

const MOST_BYTES = 16 * 1024;

/** Another system starts a run: signed, at most once per `Idempotency-Key`. 202 with the run's address. Described in docs/api.md. */
export async function POST(request: Request, context: { params: Promise<{ sync: string }> }): Promise<Response> {
  try {
    const body = await readBody(request, MOST_BYTES);
    if (!body.ok) return problemResponse(body.error);
    const { sync: syncId } = await context.params;
    const header = (name: string) => request.headers.get(name);
    const started = await startRunByHook({
      syncId,
      body: body.value,
      timestamp: header("x-nightpost-timestamp"),
      signature: header("x-nightpost-signature"),
      idempotencyKey: header("idempotency-key"),
    });
    if (!started.ok) return problemResponse(problemOf(started.error), retryAfter(started.error.kind));
    const { workspaceId, runId, repeated } = started.value;
    const location = `/w/${workspaceId}/syncs/${syncId}/runs/${runId}`;
    return Response.json(
      { runId, repeated, location },
      { status: 202, headers: { location, "cache-control": "no-store" } },
    );
  } catch (error) {
    return unexpectedResponse(error, "POST /api/hooks/runs");
  }
}

const retryAfter = (kind: string): Record<string, string> => (kind === "too_many" ? { "retry-after": "3600" } : {});
