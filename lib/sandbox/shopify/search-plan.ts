import type { StoredRecord } from "@/lib/sandbox/shopify/record-store";
import { compareIds } from "@/lib/sandbox/shopify/record-text";
import { type Bounds, narrow } from "@/lib/sandbox/shopify/search-bounds";
import { type SearchFields, textMatcher } from "@/lib/sandbox/shopify/search-fields";
import type { SearchTerm } from "@/lib/sandbox/shopify/search-terms";
import { resolveTimeTerm } from "@/lib/sandbox/shopify/search-time";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";

export interface SearchWarning {
  field: string;
  message: string;
  code: "invalid_field" | "invalid_value";
}

/** What a search comes to: bounds that an order can use, the rest as predicates, and what the debug header tells about it. */
export interface SearchPlan<T extends StoredRecord> {
  seconds: Bounds<number>;
  ids: Bounds<string>;
  predicates: ((record: T) => boolean)[];
  parsed: Record<string, unknown>[];
  warnings: SearchWarning[];
}

/** Reads terms as a connection does: a field it does not know is ignored with a warning, and so everything matches. */
export function planSearch<T extends StoredRecord>(
  terms: readonly SearchTerm[],
  fields: SearchFields<T>,
  settings: ShopifySettings,
): SearchPlan<T> {
  const plan: SearchPlan<T> = { seconds: {}, ids: {}, predicates: [], parsed: [], warnings: [] };
  for (const term of terms) {
    if (term.field !== null && !fields.known.has(term.field)) ignoreTerm(plan, term.field, term.value);
    else addTerm(plan, term, fields, settings);
  }
  return plan;
}

/** As a connection that knows none of these fields reads them: everything matches, and a warning for each. */
export function ignoreTerms<T extends StoredRecord>(terms: readonly SearchTerm[]): SearchPlan<T> {
  const plan: SearchPlan<T> = { seconds: {}, ids: {}, predicates: [], parsed: [], warnings: [] };
  for (const { field, value } of terms) ignoreTerm(plan, field ?? "", value);
  return plan;
}

function ignoreTerm<T extends StoredRecord>(plan: SearchPlan<T>, field: string, value: string): void {
  plan.parsed.push({ field, match_all: value });
  plan.warnings.push({ field, message: "Invalid search field for this query.", code: "invalid_field" });
}

function addTerm<T extends StoredRecord>(
  plan: SearchPlan<T>,
  term: SearchTerm,
  fields: SearchFields<T>,
  settings: ShopifySettings,
): void {
  switch (term.field) {
    case "updated_at":
    case "created_at":
    case "processed_at":
      addTimeTerm(plan, term, settings, fields.mayGoByDay);
      return;
    case "id":
      addIdTerm(plan, term);
      return;
    default:
      plan.predicates.push(textMatcher(term, fields));
      plan.parsed.push({ ...(term.field === null ? {} : { field: term.field }), match_all: term.value });
  }
}

function addTimeTerm<T extends StoredRecord>(
  plan: SearchPlan<T>,
  term: SearchTerm,
  settings: ShopifySettings,
  mayGoByDay: boolean,
): void {
  const resolved = resolveTimeTerm(term, settings, mayGoByDay);
  if (!resolved) {
    plan.warnings.push({ field: term.field ?? "", message: "Invalid time for this field.", code: "invalid_value" });
    return;
  }
  plan.parsed.push({ field: term.field, range: resolved.range });
  if (term.field === "updated_at") {
    plan.seconds = narrow(plan.seconds, resolved.bounds, (left, right) => left - right);
    return;
  }
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = resolved.bounds;
  const name = term.field === "processed_at" ? "processedAt" : "createdAt";
  plan.predicates.push((record) => {
    const atSeconds = Date.parse((record as StoredRecord & { processedAt?: string })[name] ?? "") / 1000;
    return atSeconds >= from && atSeconds <= to;
  });
}

function addIdTerm<T extends StoredRecord>(plan: SearchPlan<T>, term: SearchTerm): void {
  const id = /^(?:gid:\/\/shopify\/\w+\/)?0*(\d+)$/.exec(term.value)?.[1];
  if (id === undefined) {
    plan.warnings.push({ field: "id", message: "Invalid id for this field.", code: "invalid_value" });
    return;
  }
  const shown = Number.isSafeInteger(Number(id)) ? Number(id) : id;
  plan.parsed.push(
    term.comparator === "eq" ? { field: "id", match_all: id } : { field: "id", range: { [term.comparator]: shown } },
  );
  plan.ids = narrow(plan.ids, idBounds(term.comparator, id), compareIds);
}

function idBounds(comparator: SearchTerm["comparator"], id: string): Bounds<string> {
  switch (comparator) {
    case "eq":
      return { from: id, to: id };
    case "gt":
      return { from: String(BigInt(id) + 1n) };
    case "gte":
      return { from: id };
    case "lt":
      return { to: String(BigInt(id) - 1n) };
    case "lte":
      return { to: id };
    default:
      throw new Error(`Unknown comparator ${comparator satisfies never}`);
  }
}
