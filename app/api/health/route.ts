import { logUnexpected } from "@/lib/http/log-unexpected";
import { plainProblem, problemResponse } from "@/lib/http/problem";
import { readHealth } from "@/lib/use-cases/health/read-health";

export const dynamic = "force-dynamic";

/** For load balancers and the supervisor: 200 when the database answers, else a 503 problem. Says nothing about anybody's data. */
export async function GET(): Promise<Response> {
  try {
    return Response.json({ status: "ok", ...(await readHealth()) }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const reference = logUnexpected(error, "GET /api/health");
    return problemResponse({ ...plainProblem(503, "unavailable", "Database unavailable"), reference });
  }
}
