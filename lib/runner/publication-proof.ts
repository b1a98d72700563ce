import type { PublicationFault } from "@/lib/kernel/errors";
import { err, ok, type Result } from "@/lib/kernel/result";
import { publicationDigest } from "@/lib/rules/publication";
import { type Rule, ruleSchema } from "@/lib/rules/schema";
import type { RunBrief } from "./lease-port";
import type { PublicationProver } from "./ports";

/*
 * RULE 6. What a sync may write is decided once. Every leg proves, before it changes anything, that it carries out the publication that was previewed, with
 * the connections it was published with.
 */

/** @returns the rule, now trusted, or why it may not run. A rotated credential of the same shop stays valid; another shop does not. */
export function provePublication(brief: RunBrief, prover: PublicationProver): Result<Rule, PublicationFault> {
  const { publication, sync } = brief;
  const parsed = ruleSchema.safeParse(publication.rule);
  if (!parsed.success) return err("rule_unreadable");
  // The digest is taken over what is stored, not over what the parser made of it: a field it would add or drop is a change too.
  if (publicationDigest(publication.rule as Rule, publication.ends) !== publication.digest)
    return err("digest_differs");
  const signature = prover.verify({ syncId: brief.syncId, ...publication });
  if (signature !== null) return err(signature);
  // Opt-outs do not wait: their pass runs while the sync is paused, with everything else proved as ever.
  const mayRun = sync.state === "active" || (brief.kind === "opt_out" && sync.state === "paused");
  if (!mayRun) return err("sync_inactive");
  if (sync.livePublicationId !== publication.id) return err("not_live");
  if (!brief.source.usable) return err("source_connection_unusable");
  if (!isEnd(brief.source, publication.ends.source)) return err("source_identity_differs");
  if (!brief.destination.usable) return err("destination_connection_unusable");
  if (!isEnd(brief.destination, publication.ends.destination)) return err("destination_identity_differs");
  return ok(parsed.data);
}

const isEnd = (now: { id: string; identity: string }, published: { connectionId: string; identity: string }): boolean =>
  now.id === published.connectionId && now.identity === published.identity;
