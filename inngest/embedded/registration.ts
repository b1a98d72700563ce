import { z } from "zod";
import { nextTickMs } from "./times";

/** What serves the functions: the SDK's own handler, as `serve` of `inngest/edge` makes it. */
export type AppHandler = (request: Request) => Promise<Response>;

/** Base address of everything that passes between engine and SDK; it never leaves the process. */
export const ENGINE_ORIGIN = "http://embedded-engine.invalid";

/** `inngest/edge` (4.24) fails on a request without a `host` header, even though its address is absolute. */
export const ENGINE_HEADERS = {
  host: new URL(ENGINE_ORIGIN).host,
  "content-type": "application/json",
};

/** A function as the engine knows it. */
export interface EngineFunction {
  readonly id: string;
  /** `failureOf` is set for onFailure handlers: they want failures of that function only. */
  readonly events: readonly { name: string; failureOf?: string }[];
  readonly crons: readonly string[];
  readonly maxAttempts: number;
}

/** A function asks for something that the embedded engine does not do. Thrown at start, before anything runs. */
export class RegistrationRefused extends Error {
  override readonly name = "RegistrationRefused";
}

const DEFAULT_RETRIES = 4;
const FAILURE_EVENT = "inngest/function.failed";

const eventTrigger = z.strictObject({
  event: z.string(),
  expression: z.string().optional(),
});
const cronTrigger = z.strictObject({ cron: z.string() });
const functionConfig = z.strictObject({
  id: z.string(),
  name: z.string().optional(),
  triggers: z.array(z.union([eventTrigger, cronTrigger])).min(1),
  steps: z.strictObject({
    step: z.strictObject({
      id: z.literal("step"),
      name: z.string(),
      runtime: z.strictObject({ type: z.literal("http"), url: z.string() }),
      retries: z.strictObject({ attempts: z.int().min(0).max(20).optional() }).optional(),
    }),
  }),
});
const registration = z.object({
  functions: z.array(z.looseObject({ id: z.string() })).min(1),
});

/**
 * Asks the SDK, in band, for every function's configuration (`PUT` with `x-inngest-sync-kind: in_band`; inngest 4.24 answers
 * with it instead of calling a server).
 * @throws RegistrationRefused for a failed registration, or for whatever the engine does not do: no option is ignored
 */
export async function readRegistration(handler: AppHandler): Promise<EngineFunction[]> {
  const url = `${ENGINE_ORIGIN}/api/inngest`;
  const response = await handler(
    new Request(url, {
      method: "PUT",
      headers: { ...ENGINE_HEADERS, "x-inngest-sync-kind": "in_band" },
      body: JSON.stringify({ url }),
    }),
  );
  const text = await response.text();
  if (response.status !== 200 || response.headers.get("x-inngest-sync-kind") !== "in_band")
    throw new RegistrationRefused(`The SDK did not register in band: ${response.status} ${text.slice(0, 500)}`);
  return registration.parse(JSON.parse(text)).functions.map(readFunction);
}

function readFunction(raw: { id: string }): EngineFunction {
  const parsed = functionConfig.safeParse(raw);
  if (!parsed.success) {
    const asks = parsed.error.issues.map((issue) =>
      issue.code === "unrecognized_keys" ? issue.keys.join(", ") : issue.path.join("."),
    );
    throw new RegistrationRefused(`${raw.id} asks for what the embedded engine does not do: ${asks.join("; ")}.`);
  }
  const { id, triggers, steps } = parsed.data;
  const crons = triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : []));
  for (const cron of crons) assertReadable(id, cron);
  return {
    id,
    crons,
    events: triggers.flatMap((trigger) => ("event" in trigger ? [readEventTrigger(id, trigger)] : [])),
    maxAttempts: (steps.step.retries?.attempts ?? DEFAULT_RETRIES) + 1,
  };
}

function readEventTrigger(id: string, trigger: z.infer<typeof eventTrigger>): { name: string; failureOf?: string } {
  const { event: name, expression } = trigger;
  if (/[*]/.test(name) || (name.startsWith("inngest/") && name !== FAILURE_EVENT))
    throw new RegistrationRefused(`${id} listens for ${name}, which the embedded engine does not send.`);
  if (expression === undefined) return { name };
  // The one expression there is: what the SDK itself writes for an onFailure handler.
  const failureOf = /^event\.data\.function_id == '([^']+)'$/.exec(expression)?.[1];
  if (name !== FAILURE_EVENT || failureOf === undefined)
    throw new RegistrationRefused(`${id} filters ${name} by an expression, which the embedded engine does not do.`);
  return { name, failureOf };
}

function assertReadable(id: string, cron: string): void {
  try {
    nextTickMs(cron, 0);
  } catch (cause) {
    throw new RegistrationRefused(`${id} has a cron expression that cannot be read: "${cron}".`, { cause });
  }
}
