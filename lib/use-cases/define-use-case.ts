import type { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import type { Role } from "@/lib/db/schema/workspaces";
import type { Result } from "@/lib/kernel/result";
import { type Context, requireRole } from "./context";
import { invalidInput, type UseCaseError } from "./errors";
import { type ActivityEntry, recordActivity } from "./record-activity";

export interface UseCase<S extends z.ZodType, T> {
  /** The least role that may do it. */
  role: Role;
  input: S;
  /** Runs inside one transaction of the workspace; a returned error rolls it back. */
  run: (tx: WorkspaceTx, context: Context, input: z.infer<S>) => Promise<Result<T, UseCaseError>>;
  /** What the audit log says, written in the same transaction; left out for reads. */
  audit?: (input: z.infer<S>, value: T) => ActivityEntry;
}

/**
 * Authorise → parse → transact → audit, in this order, for one verb.
 * @returns a function of context and untrusted input; refusals are values, only the unexpected throws
 */
export function defineUseCase<S extends z.ZodType, T>({ role, input: schema, run, audit }: UseCase<S, T>) {
  return async (context: Context, input: z.input<S>): Promise<Result<T, UseCaseError>> => {
    const allowed = requireRole(context, role);
    if (!allowed.ok) return allowed;
    const parsed = schema.safeParse(input, { reportInput: true });
    if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
    return transactUnlessRefused(context, async (tx) => {
      const result = await run(tx, context, parsed.data);
      if (result.ok && audit) await recordActivity(tx, context, audit(parsed.data, result.value));
      return result;
    });
  };
}

/** Carries a refusal out of the transaction, which rolls back on what is thrown and on nothing else. */
class Refused extends Error {
  constructor(readonly refusal: UseCaseError) {
    super("refused");
  }
}

async function transactUnlessRefused<T>(context: Context, work: (tx: WorkspaceTx) => Promise<Result<T, UseCaseError>>) {
  try {
    return await context.transact(async (tx) => {
      const result = await work(tx);
      if (!result.ok) throw new Refused(result.error);
      return result;
    });
  } catch (error) {
    if (error instanceof Refused) return { ok: false as const, error: error.refusal };
    throw error;
  }
}
