import { unstable_rethrow } from "next/navigation";
import type { z } from "zod";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type FieldFault, invalidInput, type UseCaseError } from "@/lib/use-cases/errors";
import { SignedOut } from "@/lib/use-cases/signed-out";
import type { ActionState, Message } from "./action-state";
import { logUnexpected } from "./log-unexpected";
import { messageKeyOf } from "./message-key";

export interface ActionOptions<S extends z.ZodType> {
  /** Name of the action in the log. */
  name: string;
  /** Schema of the form; a field that occurs once is a text, one that occurs more often a list of texts. */
  schema: S;
  /** Shown after success. */
  doneMessage?: Message;
}

/**
 * Body of a server action: parse the form, run the use-case, put its answer into form state. `redirect()` and `notFound()` inside
 * `run` work as usual. What is thrown is logged under a reference.
 * @example
 * export async function rename(_: ActionState, form: FormData) {
 *   return runAction(form, { name: "rename", schema }, async (input) => renameSync(await enterWorkspace(input.workspace), input));
 * }
 */
export async function runAction<S extends z.ZodType, T>(
  form: FormData,
  options: ActionOptions<S>,
  run: (input: z.infer<S>) => Promise<Result<T, UseCaseError>>,
): Promise<ActionState> {
  try {
    const input = parseForm(form, options.schema);
    const result = input.ok ? await run(input.value) : input;
    return result.ok ? done(result.value, options.doneMessage) : failedState(result.error, form);
  } catch (error) {
    unstable_rethrow(error);
    if (error instanceof SignedOut) return failedState({ kind: "unauthenticated", code: "unauthenticated" }, form);
    const reference = logUnexpected(error, `action ${options.name}`);
    return {
      status: "failed",
      message: { key: messageKeyOf("unexpected") },
      fields: {},
      values: typedValues(form),
      reference,
    };
  }
}

/** The fields of a form as plain data; React's own (`$ACTION…`) and files are left out. */
export function formFields(form: FormData): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const name of new Set(form.keys())) {
    if (name.startsWith("$ACTION")) continue;
    const texts = form.getAll(name).filter((value) => typeof value === "string");
    const [only] = texts;
    if (only !== undefined) fields[name] = texts.length === 1 ? only : texts;
  }
  return fields;
}

/** @returns the parsed form, or `invalid` with its faults by field */
export function parseForm<S extends z.ZodType>(form: FormData, schema: S): Result<z.infer<S>, UseCaseError> {
  const parsed = schema.safeParse(formFields(form), { reportInput: true });
  return parsed.success ? ok(parsed.data) : err(invalidInput(parsed.error));
}

/** Form state for a refusal: translated keys, and what was typed. */
export function failedState(error: UseCaseError, form: FormData): ActionState {
  const messages = Object.entries(error.fields ?? {}).map(([name, fault]) => [name, messageOf(fault)] as const);
  return {
    status: "failed",
    message: messageOf(error),
    fields: Object.fromEntries(messages),
    values: typedValues(form),
  };
}

const messageOf = (fault: FieldFault): Message => ({
  key: messageKeyOf(fault.code),
  ...(fault.params ? { params: fault.params } : {}),
});

function done<T>(value: T, message: Message | undefined): ActionState {
  const plain = isPlain(value) ? { value } : {};
  return { status: "done", ...(message ? { message } : {}), ...plain };
}

/** Only flat records of texts, numbers and booleans reach the browser; anything richer stays on the server. */
function isPlain(value: unknown): value is Record<string, string | number | boolean> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((item) => ["string", "number", "boolean"].includes(typeof item));
}

/** Fields whose content never goes back to the browser. */
const SECRET = /password|secret|token|api_?key|credential/i;

function typedValues(form: FormData): Record<string, string> {
  const typed = Object.entries(formFields(form)).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(typed.map(([name, value]) => [name, Array.isArray(value) ? value.join("\n") : value]));
}
