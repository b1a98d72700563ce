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
            path: [Object.keys(answer.data ?? {})[0] ?? "shop"],
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

/** A denied root field is shown as null even where the schema says it cannot be. */
export function showDeniedRoots({ data, errors }: QueryAnswer): QueryAnswer {
  if (data !== null || !errors || errors.length === 0)
    return { ...(data === undefined ? {} : { data }), ...(errors ? { errors } : {}) };
  const roots = errors.map(deniedRoot);
  if (roots.some((root) => root === undefined)) return { data, errors };
  return { data: Object.fromEntries(roots.map((root) => [root, null])), errors };
}

function deniedRoot(error: unknown): string | undefined {
  const { path, extensions } = error as { path?: unknown[]; extensions?: { code?: unknown } };
  return extensions?.code === "ACCESS_DENIED" && path?.length === 1 ? String(path[0]) : undefined;
}

/** Keeps the first half of the first list, beside an error that belongs to it. */
function halfWithError({ data }: QueryAnswer): QueryAnswer {
  const [name, value] = Object.entries(data ?? {})[0] ?? ["shop", null];
  const error = { ...INTERNAL, path: [name] };
  if (Array.isArray(value)) {
    const half = value.map((item, index) => (index < value.length / 2 ? item : null));
    return { data: { ...data, [name]: half }, errors: [error] };
  }
  const connection = value as { nodes?: unknown[] } | null;
  if (!Array.isArray(connection?.nodes)) return { data: { ...data, [name]: null }, errors: [error] };
  const nodes = connection.nodes.slice(0, Math.floor(connection.nodes.length / 2));
  return { data: { ...data, [name]: { ...connection, nodes } }, errors: [error] };
}
