import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import { invalidInput, type UseCaseError } from "@/lib/use-cases/errors";
import { readJson } from "./body";
import { logUnexpected } from "./log-unexpected";
import { type Problem, plainProblem, problemOf, problemResponse } from "./problem";

const DEFAULT_MAX_BYTES = 64 * 1024;

/** What a handler is given: parsed input only. `P` are the route's path parameters. */
export interface RouteInput<P, B> {
  request: Request;
  params: P;
  body: B;
}

export interface RouteOptions<P, S extends z.ZodType | undefined, T> {
  /** Schema of the JSON body; without it no body is read. */
  body?: S;
  /** Largest body, in bytes; 64 KiB unless said otherwise. */
  maxBytes?: number;
  /** Status of success; 200 unless said otherwise. */
  status?: number;
  /** A `Response` goes out as it is, a `Result` as JSON or as a problem. */
  handler: (
    input: RouteInput<P, S extends z.ZodType ? z.infer<S> : undefined>,
  ) => Promise<Response | Result<T, UseCaseError>>;
}

/**
 * One JSON route: limit, content type, JSON, schema, use-case, problem+json. What is thrown is logged under a reference and
 * answered as a 500 that says nothing else.
 * @example export const POST = defineRoute({ body: schema, handler: ({ body, params }) => startRun(params.sync, body) })
 */
export function defineRoute<P extends object, S extends z.ZodType | undefined, T>(options: RouteOptions<P, S, T>) {
  return async (request: Request, context: { params: Promise<P> }): Promise<Response> => {
    try {
      const body = await bodyOf(request, options.body, options.maxBytes ?? DEFAULT_MAX_BYTES);
      if (!body.ok) return problemResponse(body.error);
      const params = await context.params;
      const answer = await options.handler({ request, params, body: body.value as never });
      return answer instanceof Response ? answer : respond(answer, options.status ?? 200);
    } catch (error) {
      unstable_rethrow(error);
      return unexpectedResponse(error, `${request.method} ${new URL(request.url).pathname}`);
    }
  };
}

async function bodyOf(
  request: Request,
  schema: z.ZodType | undefined,
  maxBytes: number,
): Promise<Result<unknown, Problem>> {
  if (!schema) return ok(undefined);
  const json = await readJson(request, maxBytes);
  if (!json.ok) return json;
  const parsed = schema.safeParse(json.value, { reportInput: true });
  return parsed.success ? ok(parsed.data) : err(problemOf(invalidInput(parsed.error)));
}

function respond<T>(result: Result<T, UseCaseError>, status: number): Response {
  if (!result.ok) return problemResponse(problemOf(result.error));
  return Response.json(result.value ?? {}, { status, headers: { "cache-control": "no-store" } });
}

/** A 500 with a reference; the cause stays in the log. */
export function unexpectedResponse(error: unknown, where: string): Response {
  const reference = logUnexpected(error, where);
  return problemResponse({ ...plainProblem(500, "unexpected", "Unexpected error"), reference });
}
