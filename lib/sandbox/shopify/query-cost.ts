import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from "graphql";

/** Rows of a list are charged at a tenth, as Shopify's own figures for full pages suggest (assumed: the exact formula is not public). */
const ROW_DISCOUNT = 10;

interface CostContext {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Record<string, unknown>;
  /** What was answered; undefined before execution. */
  data: unknown;
}

/**
 * Points of a query: 1 per object, 2 per connection, rows by the page size asked for — or, given the answer, by the rows that it has.
 * @param data undefined for the requested cost, the answer's `data` for the actual one
 */
export function queryCost(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
  data?: unknown,
): number {
  const root = schema.getRootType(operation.operation);
  if (!root) return 0;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  return Math.max(1, Math.ceil(selectionCost({ schema, fragments, variables, data }, operation.selectionSet, root)));
}

/** @param rows how many rows each list directly in this selection has: those of the connection that it belongs to */
function selectionCost(context: CostContext, set: SelectionSetNode, parent: GraphQLCompositeType, rows = 1): number {
  let sum = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      sum += fieldCost(context, selection, parent, rows);
      continue;
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : context.fragments.get(selection.name.value);
    const name = fragment?.typeCondition?.name.value;
    const type = name === undefined ? parent : context.schema.getType(name);
    if (fragment && isCompositeType(type)) sum += selectionCost(context, fragment.selectionSet, type, rows);
  }
  return sum;
}

function fieldCost(context: CostContext, field: FieldNode, parent: GraphQLCompositeType, rows: number): number {
  const definition = isObjectType(parent) ? parent.getFields()[field.name.value] : undefined;
  const type = definition && getNamedType(definition.type);
  if (!field.selectionSet || !isCompositeType(type)) return 0;
  const answered = context.data === undefined ? undefined : child(context.data, field.alias?.value ?? field.name.value);
  if (answered === null) return 1;
  const below = { ...context, data: undefined };
  const ownRows = rowsOf(context, field, answered);
  const isList = isListType(getNullableType(definition?.type));
  if (isList) return ((ownRows ?? rows) * (1 + selectionCost(below, field.selectionSet, type))) / ROW_DISCOUNT;
  return ownRows === undefined
    ? 1 + selectionCost(below, field.selectionSet, type)
    : 2 + selectionCost(below, field.selectionSet, type, ownRows);
}

/** Rows of a connection (`first`) or of `nodes(ids)`; undefined for a single object. */
function rowsOf(context: CostContext, field: FieldNode, answered: unknown): number | undefined {
  const argument = field.arguments?.find(({ name }) => name.value === "first" || name.value === "ids");
  if (!argument) return undefined;
  const rows = Array.isArray(answered) ? answered : (child(answered, "nodes") ?? child(answered, "edges"));
  if (Array.isArray(rows)) return rows.length;
  const asked = valueFromASTUntyped(argument.value, context.variables);
  return Array.isArray(asked) ? asked.length : Number(asked ?? 0);
}

function child(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
