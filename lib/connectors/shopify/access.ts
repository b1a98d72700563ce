import { ACCESS_NEEDS, type AccessNeed } from "@/lib/connectors/shopify/access-needs";

/*
 * What an operation may be asked with. The table is generated from the vendor's own lists (tests/contract/access-needs.test.ts); here it is only looked up.
 */

/** @param operations texts of `operations.ts` @throws for one that the table does not know: it must be generated anew */
export function needsOf(operations: readonly string[]): AccessNeed[] {
  return operations.map((operation) => {
    const name = /^query (\w+)/.exec(operation)?.[1] ?? "";
    const need = ACCESS_NEEDS[name];
    if (!need) throw new Error(`access-needs.ts does not know the operation ${name}`);
    return need;
  });
}

/** Scopes that these operations need and that were not granted, each once; `write_x` grants `read_x`. Of several that would do, the first is named. */
export function missingFor(operations: readonly string[], granted: readonly string[]): string[] {
  const isGranted = (scope: string) => granted.includes(scope) || granted.includes(scope.replace("read_", "write_"));
  const lacking = needsOf(operations).flatMap(({ scopes }) => scopes.filter((any) => !any.some(isGranted)));
  return [...new Set(lacking.map(([first = ""]) => first))];
}

/** Classes of protected customer data that these operations select, each once. */
export function approvalsFor(operations: readonly string[]): string[] {
  return [...new Set(needsOf(operations).flatMap(({ approvals }) => approvals))].sort();
}
