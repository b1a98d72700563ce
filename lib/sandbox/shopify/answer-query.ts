import { buildSchema, execute, type GraphQLSchema, getNullableType, isEnumType } from "graphql";
import type { ScheduledFault } from "@/lib/sandbox/contract";
import type { CostBucket } from "@/lib/sandbox/shopify/cost-bucket";
import type { ShopifyOperation } from "@/lib/sandbox/shopify/operation";
import { queryCost } from "@/lib/sandbox/shopify/query-cost";
import { bendAnswer, maxCostExceeded, type QueryAnswer, THROTTLED } from "@/lib/sandbox/shopify/query-faults";
import type { ReadContext } from "@/lib/sandbox/shopify/read-context";
import { rootFields } from "@/lib/sandbox/shopify/resolvers";
import { SHOPIFY_SDL } from "@/lib/sandbox/shopify/schema.graphql";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";

/**
 * The stand-in's schema, looser in two places than its text. Enums write out whatever is stored: a value that nobody knows yet is one of the traps.
 * The lists can be null: that is how a denied one was seen to answer, whatever the schema promises.
 */
export function buildStandInSchema(): GraphQLSchema {
  const schema = buildSchema(SHOPIFY_SDL);
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type) && !type.name.startsWith("__")) type.serialize = String;
  }
  const root = schema.getQueryType()?.getFields() ?? {};
  for (const list of [root.customers, root.orders]) if (list) list.type = getNullableType(list.type);
  return schema;
}

export interface QueryPorts {
  schema: GraphQLSchema;
  bucket: CostBucket;
  settings: ShopifySettings;
}

/** Charges, executes and bends one valid operation. @returns the body of the 200 answer */
export function answerQuery(
  ports: QueryPorts,
  read: ShopifyOperation,
  context: ReadContext,
  debugSearch: boolean,
): Record<string, unknown> {
  if ("errors" in read.outcome) return { errors: read.outcome.errors };
  const { schema, bucket, settings } = ports;
  const requested = queryCost(schema, read.outcome, read.variables);
  const refusal = refuseByCost(ports, requested, context.fault);
  if (refusal) return { errors: [refusal], extensions: costExtension(bucket, requested, null) };

  const { document, operation } = read.outcome;
  const result = execute({
    schema,
    document,
    operationName: operation.name?.value ?? null,
    rootValue: rootFields(context),
    variableValues: read.variables,
  });
  if (result instanceof Promise) throw new Error("Queries of the stand-in are answered at once");
  const actual = queryCost(schema, read.outcome, read.variables, result.data);
  bucket.refund(requested - actual);
  const shown = bendAnswer(toAnswer(result), context.fault);
  const { errors, ...rest } = shown;
  const limited = errors?.slice(0, settings.errorsShown);
  return {
    ...rest,
    ...(limited && limited.length > 0 ? { errors: limited } : {}),
    extensions: {
      ...costExtension(bucket, requested, actual),
      ...(debugSearch && context.searches.length > 0 ? { search: context.searches } : {}),
    },
  };
}

function toAnswer(result: { data?: unknown; errors?: readonly { toJSON(): unknown }[] }): QueryAnswer {
  return {
    ...(result.data === undefined ? {} : { data: result.data as Record<string, unknown> | null }),
    ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
  };
}

function refuseByCost({ bucket, settings }: QueryPorts, requested: number, fault: ScheduledFault | null): unknown {
  const { maximumCost } = settings.throttle;
  if (fault?.fault === "max-cost") return maxCostExceeded(maximumCost + 1, maximumCost);
  if (requested > maximumCost) return maxCostExceeded(requested, maximumCost);
  return fault?.fault === "throttled-200" || !bucket.take(requested) ? THROTTLED : undefined;
}

function costExtension(bucket: CostBucket, requestedQueryCost: number, actualQueryCost: number | null) {
  return { cost: { requestedQueryCost, actualQueryCost, throttleStatus: bucket.status() } };
}
