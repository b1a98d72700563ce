import { logUnexpected } from "@/lib/http/log-unexpected";
import { plainProblem, problemResponse } from "@/lib/http/problem";
import { readHealth } from "@/lib/use-cases/health/read-health";

export const dynamic = "force-dynamic";

/** For load balancers and the supervisor: 200 when the database answers and the scheduler ticks, else a 503 problem. Says nothing about anybody's data. */
export async function GET(): Promise<Response> {
  try {
    const health = await readHealth();
    if (health.scheduler.stopped)
      return problemResponse({ ...plainProblem(503, "scheduler_stopped", "The scheduler has stopped"), ...health });
    return Response.json({ status: "ok", ...health }, { headers: { "cache-control": "no-store" } });
  } catch (error) {
    const reference = logUnexpected(error, "GET /api/health");
    return problemResponse({ ...plainProblem(503, "unavailable", "Database unavailable"), reference });
  }
}
