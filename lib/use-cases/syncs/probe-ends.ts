import { probeBrevo } from "@/lib/connectors/brevo/probe";
import { probeShopify } from "@/lib/connectors/shopify/probe";
import { systemClock } from "@/lib/ends/system-clock";
import { ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";
import { refuseConnection } from "../connections/refuse-connection";
import { refuse, type UseCaseError } from "../errors";
import type { PausedSync } from "./load-paused";

/** Asks both ends now, with every operation a run makes, and whether they are still whom the publication was made for. */
export async function probeEnds({ shopify, brevo, ends }: PausedSync): Promise<Result<true, UseCaseError>> {
  const [source, destination] = await Promise.all([
    probeShopify({ client: shopify, clock: systemClock }),
    probeBrevo({ client: brevo, clock: systemClock }),
  ]);
  if (!source.ok) return refuseConnection(source.error);
  if (source.value.missingScopes.length > 0) return refuseConnection(failure("source.scope"));
  if (!destination.ok) return refuseConnection(destination.error);
  const failed = firstFailure([...source.value.operations, ...destination.value.operations]);
  if (failed) return refuseConnection(failed);
  const same =
    source.value.identity === ends.source.identity && destination.value.identity === ends.destination.identity;
  return same ? ok(true) : refuse("conflict", "syncs.publish_again");
}

const firstFailure = (operations: readonly { failure: Failure | null }[]): Failure | null =>
  operations.find((operation) => operation.failure !== null)?.failure ?? null;
