import { createBrevoDestination } from "@/lib/connectors/brevo/destination";
import { ratesOf } from "@/lib/connectors/brevo/rates";
import { createShopifySource } from "@/lib/connectors/shopify/source";
import { type Database, inWorkspace } from "@/lib/db/client";
import type { KeyRing } from "@/lib/db/key-ring";
import { createLimiter } from "@/lib/db/stores/limiter";
import { ruleSchema } from "@/lib/rules/schema";
import type { RunBrief, RunnerPorts } from "@/lib/runner/ports";
import { type EndsPolicy, openBrevo, openShopify } from "./open-ends";
import { systemClock } from "./system-clock";

/** Our share of the rate that the vendor documents: the merchant's other tools need the rest. */
const RATE_SHARE = 0.8;

/** Opens both ends of a run for one leg, with the credentials that its connections have now. */
export function openRunEnds(db: Database, keys: KeyRing, policy: EndsPolicy): RunnerPorts["open"] {
  return async (brief: RunBrief) => {
    const ends = await inWorkspace(
      brief.workspaceId,
      async (tx) => {
        const known = await keys.of(tx.raw, brief.workspaceId);
        const shop = await openShopify(tx, known, brief.source.id, policy);
        const account = await openBrevo(tx, known, brief.destination.id, policy);
        return { shop, account };
      },
      db,
    );
    const { contactsPerSecond } = ratesOf(ends.account.row.details.rateTier ?? "general");
    const rule = ruleSchema.parse(brief.publication.rule);
    return {
      source: createShopifySource({ client: ends.shop.client }),
      destination: createBrevoDestination({
        client: ends.account.client,
        clock: systemClock,
        attributes: rule.mapping.map((row) => row.target),
      }),
      limiter: createLimiter(db, {
        account: brief.destination.identity,
        bucket: "contacts",
        perSecond: contactsPerSecond * RATE_SHARE,
      }),
    };
  };
}
