import { InvariantViolation, LeaseLost, PublicationInvalid } from "@/lib/kernel/errors";
import type { FunctionDeps } from "./deps";

/** Their messages carry codes and ids only; every other message may quote a record (drizzle's quotes all parameters). */
const OUR_OWN = [LeaseLost, PublicationInvalid, InvariantViolation];

/**
 * What may leave the process about an exception: its kind, codes and stack frames. Engines store and show the errors of steps,
 * on a real server outside this machine.
 */
export function maskError(error: unknown): Error {
  if (OUR_OWN.some((ours) => error instanceof ours)) return error as Error;
  const chain = listCauses(error);
  const kinds = chain.map((link) => [link.name, "code" in link ? String(link.code) : ""].filter(Boolean).join(" "));
  const masked = new Error(kinds.join(", caused by ") || "Something that is no error was thrown");
  masked.name = chain[0]?.name ?? "Error";
  const frames = (chain[0]?.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  masked.stack = [`${masked.name}: ${masked.message}`, ...frames].join("\n");
  return masked;
}

function listCauses(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && chain.length < 5; link = link.cause) chain.push(link);
  return chain;
}

/** The same dependencies, whose exceptions are masked. */
export function maskErrors(deps: FunctionDeps): FunctionDeps {
  const masked =
    <In extends unknown[], Out>(call: (...input: In) => Promise<Out>) =>
    async (...input: In): Promise<Out> => {
      try {
        return await call(...input);
      } catch (error) {
        throw maskError(error);
      }
    };
  return {
    dispatch: masked(() => deps.dispatch()),
    recordTick: masked(() => deps.recordTick()),
    runLeg: masked((input) => deps.runLeg(input)),
    continueAs: masked((runId) => deps.continueAs(runId)),
    reap: masked(() => deps.reap()),
    watch: masked(() => deps.watch()),
    deliverAlerts: masked(() => deps.deliverAlerts()),
    care: masked(() => deps.care()),
    prune: masked(() => deps.prune()),
    markSweeps: masked((which) => deps.markSweeps(which)),
  };
}
