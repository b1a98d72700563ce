import fs from "node:fs";
import path from "node:path";
import {
  buildSchema,
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { SHOPIFY_SDL } from "@/lib/sandbox/shopify/schema.graphql";
import { readShared, sharedDir } from "@/tests/support/shared";

const operationsFile = path.resolve(import.meta.dirname, "../../lib/connectors/shopify/operations.ts");

/** Everything our schema says, as lines such as `Customer.id: ID!` and `QueryRoot.customers(first: Int)`. */
function factsOf(types: readonly GraphQLNamedType[]): string[] {
  return types.flatMap((type) => {
    if (isObjectType(type) || isInterfaceType(type)) {
      const interfaces = type.getInterfaces().map(({ name }) => `${type.name} implements ${name}`);
      return [...interfaces, ...Object.values(type.getFields()).flatMap((field) => fieldFacts(type.name, field))];
    }
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).map(
        (field) => `input ${type.name}.${field.name}: ${field.type} oneOf=${type.isOneOf}`,
      );
    }
    if (isEnumType(type)) return type.getValues().map(({ name }) => `enum ${type.name}.${name}`);
    return [`scalar ${type.name}`];
  });
}

function fieldFacts(owner: string, field: GraphQLField<unknown, unknown>): string[] {
  const args = field.args.map(
    (arg) => `${owner}.${field.name}(${arg.name}: ${arg.type} = ${JSON.stringify(arg.defaultValue)})`,
  );
  return [`${owner}.${field.name}: ${field.type}`, ...args];
}

const ownTypes = (sdl: string) =>
  Object.values(buildSchema(sdl).getTypeMap()).filter(({ name }) => !name.startsWith("__"));

describe.runIf(sharedDir).each(["2026-07", "2026-10"])("the stand-in's schema against the real %s", (version) => {
  const realSdl = () => readShared(`api/shopify/admin-${version}.graphql`);

  it("says nothing that the real schema does not say", () => {
    const real = new Set(factsOf(ownTypes(realSdl())));
    const ours = factsOf(ownTypes(SHOPIFY_SDL));
    expect(ours.length).toBeGreaterThan(150);
    expect(ours.filter((fact) => !real.has(fact))).toEqual([]);
  });

  it("notices a type that differs (the check itself works)", () => {
    const real = new Set(factsOf(ownTypes(realSdl())));
    const bent = SHOPIFY_SDL.replace("updatedAt: DateTime!", "updatedAt: DateTime").replace(
      "enum CountPrecision { AT_LEAST",
      "enum CountPrecision { ROUGH",
    );
    expect(factsOf(ownTypes(bent)).filter((fact) => !real.has(fact))).toEqual(
      ["enum CountPrecision.ROUGH", "Customer.updatedAt: DateTime"].sort(byOwnOrder(bent)),
    );
  });

  it("takes every operation of the research", () => {
    const errors = validate(buildSchema(realSdl()), parse(readShared("api/shopify/operations.graphql")));
    expect(errors.map(({ message }) => message)).toEqual([]);
  });

  it.runIf(fs.existsSync(operationsFile))("takes every operation that production sends", async () => {
    const operations = await productionOperations();
    expect(operations.length).toBeGreaterThan(0);
    const schema = buildSchema(realSdl());
    const standIn = buildSchema(SHOPIFY_SDL);
    for (const [name, text] of operations) {
      expect(validate(schema, parse(text)).map(({ message }) => `${name}: ${message}`)).toEqual([]);
      expect(validate(standIn, parse(text)).map(({ message }) => `${name} on the stand-in: ${message}`)).toEqual([]);
    }
  });
});

function byOwnOrder(sdl: string): (left: string, right: string) => number {
  const order = factsOf(ownTypes(sdl));
  return (left, right) => order.indexOf(left) - order.indexOf(right);
}

async function productionOperations(): Promise<[string, string][]> {
  const exported = (await import(operationsFile)) as Record<string, unknown>;
  return Object.entries(exported).filter((entry): entry is [string, string] => {
    const [, value] = entry;
    return typeof value === "string" && /^\s*(?:#[^\n]*\n\s*)*(?:query|mutation|fragment)\s/.test(value);
  });
}
