import { buildSchema, type DocumentNode, type FieldNode, Kind, parse, print, validate, visit } from "graphql";
import { describe, expect, it } from "vitest";
import * as operations from "@/lib/connectors/shopify/operations";
import { readShared, sharedDir } from "@/tests/support/shared";

const TEXTS = Object.entries(operations).flatMap(([name, value]) =>
  typeof value === "string" && value.startsWith("query") ? [[name, value] as const] : [],
);

/** Field paths of a document below one field, fragments seen through. */
function pathsBelow(document: DocumentNode, field: string): string[] {
  const found: string[] = [];
  const stack: string[] = [];
  let depth = 0;
  const enter = (node: FieldNode) => {
    if (node.name.value === field && depth === 0) depth = 1;
    else if (depth > 0) stack.push(node.name.value);
    if (stack.length > 0) found.push(stack.join("."));
  };
  visit(document, {
    Field: {
      enter,
      leave: () => {
        if (stack.length > 0) stack.pop();
        else depth = 0;
      },
    },
  });
  return found.filter((path) => path !== "__typename").sort();
}

it("shopify-0 nothing is read by a bulk operation, whose missing result could be taken for an empty one", () => {
  expect(TEXTS.length).toBeGreaterThan(0);
  expect(TEXTS.filter(([, text]) => /bulkOperation/i.test(text))).toEqual([]);
});

describe.runIf(sharedDir)("what we ask Shopify", () => {
  it("is fifteen operations, all of them queries", () => {
    expect(TEXTS).toHaveLength(15);
    for (const [, text] of TEXTS)
      for (const definition of parse(text).definitions)
        expect(definition).toMatchObject({ kind: Kind.OPERATION_DEFINITION, operation: "query" });
  });

  it.each(["2026-07", "2026-10"])("is valid in the real %s", (version) => {
    const schema = buildSchema(readShared(`api/shopify/admin-${version}.graphql`));
    for (const [name, text] of TEXTS) expect([name, validate(schema, parse(text))]).toEqual([name, []]);
    const misspelt = parse(operations.CUSTOMERS_PAGE.replace("updatedAt", "updatedOn"));
    expect(validate(schema, misspelt)).not.toEqual([]);
  });

  /** Fields of the research's operation below its list. */
  function researched(name: string): string[] {
    const research = parse(readShared("api/shopify/operations.graphql"));
    const page = research.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION && one.name?.value === name);
    if (!page) throw new Error(`The research has no ${name}.`);
    return pathsBelow(parse(print(page)), "nodes");
  }

  it("selects of a customer exactly what the research found to be safe", () => {
    const wanted = researched("CustomersPage");
    expect(wanted).toContain("defaultEmailAddress.marketingOptInLevel");
    expect(pathsBelow(parse(operations.CUSTOMERS_BY_IDS), "nodes")).toEqual(wanted);
  });

  it("selects of an order exactly what the research found to be safe", () => {
    const wanted = researched("OrdersPage");
    expect(wanted).toContain("totalRefundedSet.presentmentMoney.currencyCode");
    expect(pathsBelow(parse(operations.ORDERS_BY_IDS), "nodes")).toEqual(wanted);
    const line = wanted.filter((path) => path.startsWith("lineItems.nodes.")).map((path) => path.slice(16));
    expect(pathsBelow(parse(operations.ORDER_LINES), "nodes")).toEqual(line);
  });

  it("shopify-13 asks for no field that would need another scope than those it names", () => {
    const access = JSON.parse(readShared("api/shopify/access-2026-07.json")) as {
      types: Record<string, { fields?: Record<string, { requiredAccess?: string }> }>;
    };
    const texts = [operations.CUSTOMERS_BY_IDS, operations.ORDERS_BY_IDS, operations.ORDER_LINES];
    const fields = texts.flatMap((text) => pathsBelow(parse(text), "nodes"));
    const fieldsOf = (type: string) => Object.entries(access.types[type]?.fields ?? {});
    const gated = [...fieldsOf("Customer"), ...fieldsOf("CustomerEmailAddress"), ...fieldsOf("Order")]
      .filter(([, { requiredAccess }]) => requiredAccess)
      .map(([name]) => name);
    expect(gated).toContain("marketingUnsubscribeUrl");
    for (const name of gated) expect(fields.filter((field) => field.split(".").at(-1) === name)).toEqual([]);
  });
});
