import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";
import type { HostedStandIn } from "@/lib/sandbox/host";
import { jsonAnswer } from "@/lib/sandbox/http-answer";

const PAGE_LIMIT = 5_000;

/** Answers the control calls that are the same for every stand-in, and hands the rest to the stand-in's own `control`. */
export async function answerControl(hosted: HostedStandIn, request: StandInRequest): Promise<StandInAnswer> {
  const route = `${request.method} ${request.path}`;
  switch (route) {
    case "GET /journal":
      return readJournal(hosted, request);
    case "GET /faults":
      return jsonAnswer(200, { faults: hosted.faults.list() });
    case "GET /faults/known":
      return jsonAnswer(200, { faults: hosted.standIn.knownFaults });
    case "POST /faults":
      return scheduleFault(hosted, request);
    case "DELETE /faults":
      return jsonAnswer(200, {
        cancelled: hosted.faults.cancel(request.query.get("id") ?? undefined),
      });
    case "POST /reset":
      hosted.reset();
      return jsonAnswer(200, { reset: true });
    default:
      return hosted.standIn.control(request);
  }
}

function readJournal(hosted: HostedStandIn, request: StandInRequest): StandInAnswer {
  const after = Number(request.query.get("after") ?? 0);
  const limit = Number(request.query.get("limit") ?? 200);
  if (!Number.isInteger(after) || !Number.isInteger(limit) || limit < 1) {
    return jsonAnswer(400, { error: "after and limit are whole numbers" });
  }
  const entries = hosted.journal.read(after, Math.min(limit, PAGE_LIMIT));
  return jsonAnswer(200, { entries, lastSeq: hosted.journal.lastSeq() });
}

function scheduleFault(hosted: HostedStandIn, request: StandInRequest): StandInAnswer {
  let body: unknown;
  try {
    body = JSON.parse(request.body);
  } catch {
    return jsonAnswer(400, { error: "The body is not JSON" });
  }
  const outcome = hosted.faults.schedule(body);
  return "problem" in outcome ? jsonAnswer(422, { error: outcome.problem }) : jsonAnswer(201, outcome);
}
