import { readJson } from "@/lib/http/body";
import { logUnexpected } from "@/lib/http/log-unexpected";
import { plainProblem, problemOf, problemResponse } from "@/lib/http/problem";
import { receiveBrevo } from "@/lib/use-cases/webhooks/receive-brevo";

export const dynamic = "force-dynamic";

const MOST_BYTES = 1024 * 1024;

/** Where Brevo tells us of opt-outs. Stored before it is answered; a 5xx would discard the event for ever, so what goes wrong here asks to be sent again (429). */
export async function POST(request: Request, context: { params: Promise<{ connection: string }> }): Promise<Response> {
  try {
    const body = await readJson(request, MOST_BYTES);
    if (!body.ok) return problemResponse(body.error);
    const { connection } = await context.params;
    const taken = await receiveBrevo(connection, request.headers.get("authorization"), body.value);
    return taken.ok ? new Response(null, { status: 204 }) : problemResponse(problemOf(taken.error));
  } catch (error) {
    const reference = logUnexpected(error, "POST /api/webhooks/brevo");
    const problem = { ...plainProblem(429, "not_stored", "Not stored, send it again"), reference };
    return problemResponse(problem, { "retry-after": "60" });
  }
}
