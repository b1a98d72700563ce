import { parseSync } from "@swc/core";

/** Reached through ports instead: time, chance, timers, the network, the environment. */
const bannedNames = new Set([
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "process",
  "performance",
  "globalThis",
  "require",
]);
const bannedMembers = new Set(["Date.now", "Math.random", "crypto.randomUUID", "crypto.getRandomValues"]);
const bannedImports = new Set([
  "randomUUID",
  "randomBytes",
  "randomInt",
  "randomFillSync",
  "getRandomValues",
  "webcrypto",
]);
/** TypeScript nodes that wrap an expression; every other Ts… node is a type and says nothing about what runs. */
const expressionWrappers = /^Ts(As|Satisfies|NonNull|ConstAssertion|TypeAssertion|Instantiation)/;

type Node = { type: string; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const nameOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === "Identifier" ? (value.value as string) : undefined;

/** What is wrong with this node itself. */
function faultOf(node: Node): string | undefined {
  if (node.type === "Identifier" && bannedNames.has(node.value as string)) return node.value as string;
  if (node.type === "MemberExpression") {
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
    return bannedMembers.has(member) ? member : undefined;
  }
  if (
    node.type === "NewExpression" &&
    nameOf(node.callee) === "Date" &&
    !(node.arguments as unknown[] | null)?.length
  ) {
    return "new Date()";
  }
  if (node.type === "CallExpression" && nameOf(node.callee) === "Date") return "Date()";
  if (node.type === "ImportSpecifier") {
    const imported = nameOf(node.imported) ?? nameOf(node.local) ?? "";
    return bannedImports.has(imported) ? imported : undefined;
  }
  return undefined;
}

/** The parts of a node that run: not types, not names of properties. */
function partsOf(node: Node): unknown[] {
  if (node.type.startsWith("Ts")) return expressionWrappers.test(node.type) ? [node.expression] : [];
  const skipped = new Set<string>(["typeAnnotation", "typeParams", "typeArguments"]);
  if (node.type === "MemberExpression" && nameOf(node.property) !== undefined) skipped.add("property");
  if (/^(KeyValueProperty|MethodProperty|ClassMethod|ClassProperty|GetterProperty|SetterProperty)$/.test(node.type)) {
    skipped.add("key");
  }
  if (/^(Import|Export)/.test(node.type) && /Specifier$/.test(node.type)) return [];
  return Object.entries(node).flatMap(([key, value]) => (skipped.has(key) ? [] : [value]));
}

/**
 * What a source reaches for that pure code must be given: `Date.now`, `Math.random`, `process`, `fetch`, timers, `new Date()` without an argument.
 * @returns the names found, in order of appearance; empty for pure code
 */
export function findImpurities(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const fault = isNode(value) ? faultOf(value) : undefined;
    if (fault) found.push(fault);
    for (const part of isNode(value) ? partsOf(value) : Object.values(value)) visit(part);
  };
  visit(parseSync(source, { syntax: "typescript" }).body);
  return found;
}
