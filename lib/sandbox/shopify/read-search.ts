import { GraphQLError } from "graphql";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { planSearch, type SearchPlan } from "@/lib/sandbox/shopify/search-plan";
import { parseSearch } from "@/lib/sandbox/shopify/search-terms";

/**
 * Reads a `query` argument and leaves its debug entry in the context.
 * @returns undefined for an absent or empty one: the list is unfiltered then
 * @throws GraphQLError INTERNAL_SERVER_ERROR as Shopify does for a comparator without a value
 */
export function readSearch(
  context: ReadContext,
  query: string | null | undefined,
  connection: "customers" | "customersCount",
): SearchPlan | undefined {
  if (query === null || query === undefined || query.trim() === "") return undefined;
  const parsed = parseSearch(query);
  switch (parsed.kind) {
    case "server-fault":
      throw new GraphQLError("Internal error. Looks like something went wrong on our end.", {
        extensions: { code: "INTERNAL_SERVER_ERROR" },
      });
    case "unsupported":
      throw new GraphQLError(`This stand-in does not search with ${parsed.what}`, {
        extensions: { code: "STAND_IN_LIMIT" },
      });
    case "terms": {
      const plan = planSearch(parsed.terms, connection, context.state.settings);
      const shown = plan.parsed.length === 1 ? plan.parsed[0] : { and: plan.parsed };
      context.searches.push({ path: [connection], query, parsed: shown, warnings: plan.warnings });
      return plan;
    }
    default:
      throw new Error(`Unknown outcome ${JSON.stringify(parsed satisfies never)}`);
  }
}
