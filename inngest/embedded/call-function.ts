import { z } from "zod";
import { type AppHandler, ENGINE_HEADERS, ENGINE_ORIGIN, type EngineFunction } from "./registration";

/** An event as the SDK wants it. */
export interface EngineEvent {
  id: string;
  name: string;
  ts: number;
  data: Record<string, unknown>;
  [more: string]: unknown;
}

const errorSchema = z.looseObject({
  name: z.string().default("Error"),
  message: z.string().default("Unknown error"),
});
const opSchema = z.object({
  id: z.string(),
  op: z.string(),
  name: z.string().nullish(),
  data: z.unknown(),
  error: errorSchema.optional(),
  opts: z.object({ parallelMode: z.string().optional() }).nullish(),
});

export type FunctionError = z.infer<typeof errorSchema>;
export type Op = z.infer<typeof opSchema>;
export type StepResult = { data: unknown } | { error: FunctionError };

/** One call of a function: from the top (`stepId` "step"), or one planned step by its hash. */
export interface FunctionCall {
  readonly fn: EngineFunction;
  readonly runId: string;
  readonly event: EngineEvent;
  readonly stepId: string;
  readonly attempt: number;
  readonly steps: Readonly<Record<string, StepResult>>;
  /** Hashes of the finished steps, in the order they finished. */
  readonly stack: readonly string[];
  /** True while parallel steps are open: then the SDK only plans, and runs nothing of its own accord. */
  readonly planOnly: boolean;
}

/** What came of a call. `retryAfter` is the SDK's header: seconds or a date. */
export type Answer =
  | { kind: "completed"; data: unknown }
  | { kind: "ops"; ops: Op[]; retryAfter: string | null }
  | {
      kind: "threw";
      error: FunctionError;
      retriable: boolean;
      retryAfter: string | null;
    }
  | { kind: "unusable"; error: FunctionError };

/**
 * Calls the SDK's handler as a server would (protocol seen with inngest 4.24: 200 result, 206 ops, 400 and 500 an error of the
 * function with `x-inngest-no-retry` and `retry-after`). Never throws.
 */
export async function callFunction(handler: AppHandler, call: FunctionCall): Promise<Answer> {
  try {
    const response = await handler(toRequest(call));
    return readAnswer(response, JSON.parse(await response.text()));
  } catch (cause) {
    return {
      kind: "threw",
      error: toFunctionError(cause),
      retriable: true,
      retryAfter: null,
    };
  }
}

function toRequest(call: FunctionCall): Request {
  const { fn, runId, event, stepId, attempt, steps, stack, planOnly } = call;
  const query = new URLSearchParams({ fnId: fn.id, stepId });
  const ctx = {
    run_id: runId,
    attempt,
    max_attempts: fn.maxAttempts,
    disable_immediate_execution: planOnly,
    use_api: false,
    stack: { stack, current: stack.length },
  };
  return new Request(`${ENGINE_ORIGIN}/api/inngest?${query}`, {
    method: "POST",
    headers: { ...ENGINE_HEADERS, "x-run-id": runId },
    body: JSON.stringify({ version: -1, event, events: [event], steps, ctx }),
  });
}

function readAnswer(response: Response, body: unknown): Answer {
  const retryAfter = response.headers.get("retry-after");
  if (response.status === 200) return { kind: "completed", data: body };
  if (response.status === 206) {
    const ops = z.array(opSchema).min(1).safeParse([body].flat());
    if (ops.success) return { kind: "ops", ops: ops.data, retryAfter };
    return {
      kind: "unusable",
      error: {
        name: "UnreadableAnswer",
        message: "The SDK answered 206 without usable ops.",
      },
    };
  }
  const retriable = response.headers.get("x-inngest-no-retry") !== "true";
  return { kind: "threw", error: readError(body), retriable, retryAfter };
}

function readError(body: unknown): FunctionError {
  const parsed = errorSchema.safeParse(body);
  return parsed.success ? parsed.data : { name: "Error", message: "Unknown error" };
}

function toFunctionError(cause: unknown): FunctionError {
  return cause instanceof Error
    ? { name: cause.name, message: cause.message }
    : { name: "Error", message: "Something that is no error was thrown." };
}
