import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";

/** One GraphQL request, read as far as it can be. `name` is what faults match and the journal shows. */
export interface ShopifyOperation {
  name: string;
  variables: Record<string, unknown>;
  /** Valid on our schema, or the errors that say why not. */
  outcome: { document: DocumentNode; operation: OperationDefinitionNode } | { errors: readonly GraphQLError[] };
}

const CACHE_SIZE = 200;

/** Reads requests; documents that were parsed and validated once are remembered. */
export function createOperationReader(schema: GraphQLSchema): (body: string) => ShopifyOperation | undefined {
  const documents = new Map<string, DocumentNode | readonly GraphQLError[]>();

  function prepare(query: string): DocumentNode | readonly GraphQLError[] {
    const known = documents.get(query);
    if (known) return known;
    const fresh = parseAndValidate(schema, query);
    if (documents.size >= CACHE_SIZE) documents.clear();
    documents.set(query, fresh);
    return fresh;
  }

  return (body) => {
    const envelope = readEnvelope(body);
    if (!envelope) return undefined;
    const { query, variables, operationName } = envelope;
    const name = operationName ?? /^\s*(?:query|mutation)\s+(\w+)/m.exec(query)?.[1] ?? "anonymous";
    const prepared = prepare(query);
    if (Array.isArray(prepared)) return { name, variables, outcome: { errors: prepared } };
    const document = prepared as DocumentNode;
    const operation = getOperationAST(document, operationName);
    const outcome = operation
      ? { document, operation }
      : { errors: [new GraphQLError("An operation name is required")] };
    return { name, variables, outcome };
  };
}

function parseAndValidate(schema: GraphQLSchema, query: string): DocumentNode | readonly GraphQLError[] {
  try {
    const document = parse(query);
    const errors = validate(schema, document);
    return errors.length > 0 ? errors : document;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function readEnvelope(body: string) {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { query, variables, operationName } = parsed as Record<string, unknown>;
  if (typeof query !== "string") return undefined;
  return {
    query,
    variables: typeof variables === "object" && variables !== null ? (variables as Record<string, unknown>) : {},
    operationName: typeof operationName === "string" ? operationName : undefined,
  };
}
