import { createBrevoDestination } from "@/lib/connectors/brevo/destination";
import { ratesOf } from "@/lib/connectors/brevo/rates";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import { type Database, inWorkspace } from "@/lib/db/client";
import type { KeyRing } from "@/lib/db/key-ring";
import type { ConnectionDetails } from "@/lib/db/schema/connections";
import { createLimiter, type SharedLimiter } from "@/lib/db/stores/limiter";
import { ruleSchema } from "@/lib/rules/schema";
import type { Destination } from "@/lib/runner/destination-port";
import type { RunBrief } from "@/lib/runner/lease-port";
import type { RunnerPorts } from "@/lib/runner/ports";
import { type EndsPolicy, openBrevo, openShopify } from "./open-ends";
import { systemClock } from "./system-clock";

/** Our share of the rate that the vendor documents: the merchant's other tools need the rest. */
const RATE_SHARE = 0.8;

/** The budget of contact calls that everything of ours shares in a Brevo account. @param account its connection */
export function openContactsLimiter(
  db: Database,
  account: { identity: string; details: ConnectionDetails },
): SharedLimiter {
  const { contactsPerSecond } = ratesOf(account.details.rateTier ?? "general");
  return createLimiter(db, {
    account: account.identity,
    bucket: "contacts",
    perSecond: contactsPerSecond * RATE_SHARE,
  });
}

/** Opens both ends of a run for one leg, with the credentials that its connections have now. */
export function openRunEnds(db: Database, keys: KeyRing, policy: EndsPolicy): RunnerPorts["open"] {
  return async (brief: RunBrief, how) => {
    const ends = await inWorkspace(
      brief.workspaceId,
      async (tx) => {
        const known = await keys.of(tx.raw, brief.workspaceId);
        const shop = await openShopify(tx, known, brief.source.id, policy, db, how?.freshToken);
        const account = await openBrevo(tx, known, brief.destination.id, policy);
        return { shop, account };
      },
      db,
    );
    const limiter = openContactsLimiter(db, ends.account.row);
    const rule = ruleSchema.parse(brief.publication.rule);
    const destination = createBrevoDestination({
      client: ends.account.client,
      clock: systemClock,
      attributes: rule.mapping.map((row) => row.target),
    });
    return {
      source: createShopifySource({ client: ends.shop.client }),
      destination: { ...destination, write: obeying(limiter, destination.write) },
      limiter,
    };
  };
}

/** When Brevo says to wait, it says so to every sync and process of the account, not only to the run that asked. */
function obeying(limiter: SharedLimiter, write: Destination["write"]): Destination["write"] {
  return async (input) => {
    const answer = await write(input);
    if (answer.kind === "transient" && answer.failure.code === "destination.throttled" && answer.failure.notBeforeMs)
      await limiter.holdFor(Math.max(0, answer.failure.notBeforeMs - systemClock.nowMs()));
    return answer;
  };
}
