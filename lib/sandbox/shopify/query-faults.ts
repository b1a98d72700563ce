import type { ScheduledFault } from "@/lib/sandbox/contract";
import type { ShopifyFault } from "@/lib/sandbox/shopify/known-faults";

/** The answer to a query, before it is written out. */
export interface QueryAnswer {
  data?: Record<string, unknown> | null;
  errors?: unknown[];
}

const INTERNAL = {
  message:
    "Internal error. Looks like something went wrong on our end.\nRequest ID: 00000000-0000-0000-0000-000000000000",
  extensions: { code: "INTERNAL_SERVER_ERROR" },
};

export const THROTTLED = {
  message: "Throttled",
  extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" },
};

/** @param cost points of the query; @param maximum what a single query may cost */
export function maxCostExceeded(cost: number, maximum: number): unknown {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maximum}).`,
    extensions: {
      code: "MAX_COST_EXCEEDED",
      cost,
      maxCost: maximum,
      documentation: "https://shopify.dev/api/usage/rate-limits",
    },
  };
}

/** Bends an answer that was computed rightly. */
export function bendAnswer(answer: QueryAnswer, fault: ScheduledFault | null): QueryAnswer {
  switch (fault?.fault as ShopifyFault | undefined) {
    case "ise-200":
      return halfWithError(answer);
    case "data-null":
      return {
        data: null,
        errors: [
          {
            message: "Cannot return null for a non-null field",
            path: [subjectOf(answer.data ?? {})],
            extensions: { code: "ACCESS_DENIED" },
          },
        ],
      };
    case "denied-fields-silent":
      return { data: answer.data ?? null };
    default:
      return answer;
  }
}

/** The root field that a query is about: its list, else the last one. Others only say whose answer it is. */
function subjectOf(data: Record<string, unknown>): string {
  const isList = (value: unknown) =>
    Array.isArray(value) || Array.isArray((value as { nodes?: unknown } | null)?.nodes);
  const names = Object.keys(data);
  return names.find((name) => isList(data[name])) ?? names.at(-1) ?? "shop";
}

/** Keeps the first half of the first list, beside an error that belongs to it. */
function halfWithError({ data }: QueryAnswer): QueryAnswer {
  const name = subjectOf(data ?? {});
  const value = data?.[name];
  const error = { ...INTERNAL, path: [name] };
  if (Array.isArray(value)) {
    const half = value.map((item, index) => (index < value.length / 2 ? item : null));
    return { data: { ...data, [name]: half }, errors: [error] };
  }
  const connection = value as { nodes?: unknown[] } | null | undefined;
  if (!Array.isArray(connection?.nodes)) return { data: { ...data, [name]: null }, errors: [error] };
  const nodes = connection.nodes.slice(0, Math.floor(connection.nodes.length / 2));
  return { data: { ...data, [name]: { ...connection, nodes } }, errors: [error] };
}
