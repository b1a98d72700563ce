import type { Rule } from "@/lib/rules/schema";
import type { Rejections } from "./budget";
import type { Destination, Limiter } from "./destination-port";
import type { LeaseGuard } from "./lease";
import type { Lease, RunBrief } from "./lease-port";
import { addressHash } from "./ledger";
import type { RunnerPorts } from "./ports";
import type { Source } from "./reading-ports";

/** What every part of one leg works with. */
export interface LegContext {
  ports: RunnerPorts;
  brief: RunBrief;
  rule: Rule;
  lease: Lease;
  guard: LeaseGuard;
  source: Source;
  destination: Destination;
  limiter: Limiter;
  /** Monotonic ms at which the leg has to end. */
  deadlineMs: number;
  /** Failed attempts at the present walk or batch; progress sets it back to 0. */
  failedAttempts: number;
  /** Refusals of this run against its deliveries; those in a row are of this leg alone. */
  rejections: Rejections;
}

export const legIsOver = (context: LegContext): boolean => context.ports.clock.monotonicMs() >= context.deadlineMs;

/** Hash of a normalised address under the workspace's newest address key. */
export function hashAddress(context: LegContext, address: string): string {
  const [newest] = context.brief.addressKeys;
  if (!newest) throw new Error("a workspace has at least one address key");
  return addressHash(newest.key, address);
}
