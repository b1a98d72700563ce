import { GraphQLError } from "graphql";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import type { StoredRecord } from "@/lib/sandbox/shopify/record-store";
import type { SearchFields } from "@/lib/sandbox/shopify/search-fields";
import { ignoreTerms, planSearch, type SearchPlan } from "@/lib/sandbox/shopify/search-plan";
import { parseSearch, type SearchTerm } from "@/lib/sandbox/shopify/search-terms";

/**
 * Reads a `query` argument and leaves its debug entry in the context.
 * @returns undefined for an absent or empty one: the list is unfiltered then
 * @throws GraphQLError INTERNAL_SERVER_ERROR as Shopify does for a comparator without a value
 */
export function readSearch<T extends StoredRecord>(
  context: ReadContext,
  query: string | null | undefined,
  connection: string,
  fields: SearchFields<T>,
): SearchPlan<T> | undefined {
  if (query === null || query === undefined || query.trim() === "") return undefined;
  const parsed = parseSearch(context.fault?.fault === "unquoted-time" ? query.replaceAll(/['"]/g, "") : query);
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
      const plan = planOrIgnore(context, parsed.terms, connection, fields);
      const shown = plan.parsed.length === 1 ? plan.parsed[0] : { and: plan.parsed };
      context.searches.push({ path: [connection], query, parsed: shown, warnings: plan.warnings });
      return plan;
    }
    default:
      throw new Error(`Unknown outcome ${JSON.stringify(parsed satisfies never)}`);
  }
}

/** Applies the faults that forget a filter: with the warning that Shopify gives, or (assumed) without a word. */
function planOrIgnore<T extends StoredRecord>(
  { fault, state }: ReadContext,
  terms: readonly SearchTerm[],
  connection: string,
  fields: SearchFields<T>,
): SearchPlan<T> {
  const plan = planSearch(terms, fields, state.settings);
  const isCount = connection.endsWith("Count");
  switch (fault?.fault) {
    case "ignored-filter":
      return isCount ? plan : ignoreTerms(terms);
    case "count-ignored-filter":
      return isCount ? ignoreTerms(terms) : plan;
    case "ignored-filter-silent":
      return { ...ignoreTerms<T>(terms), parsed: plan.parsed, warnings: [] };
    default:
      return plan;
  }
}
