import { compareIds, idFromGid, type ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { type Bounds, narrow } from "@/lib/sandbox/shopify/search-bounds";
import { customerMatcher } from "@/lib/sandbox/shopify/search-fields";
import type { SearchTerm } from "@/lib/sandbox/shopify/search-terms";
import { resolveTimeTerm } from "@/lib/sandbox/shopify/search-time";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";

export interface SearchWarning {
  field: string;
  message: string;
  code: "invalid_field" | "invalid_value";
}

/** What a search comes to: bounds that an order can use, the rest as predicates, and what the debug header tells about it. */
export interface SearchPlan {
  seconds: Bounds<number>;
  ids: Bounds<string>;
  predicates: ((customer: ShopCustomer) => boolean)[];
  parsed: Record<string, unknown>[];
  warnings: SearchWarning[];
}

/** Which fields each connection filters by: from the schema's own descriptions; the customers list has no `created_at`, the count has. */
const LIST_FIELDS = new Set([
  "id",
  "updated_at",
  "email",
  "phone",
  "state",
  "tag",
  "country",
  "first_name",
  "last_name",
]);
const COUNT_FIELDS = new Set(["id", "updated_at", "created_at"]);

/** Reads terms as `connection` does: a field it does not know is ignored with a warning, and so everything matches. */
export function planSearch(
  terms: readonly SearchTerm[],
  connection: "customers" | "customersCount",
  settings: ShopifySettings,
): SearchPlan {
  const plan: SearchPlan = {
    seconds: {},
    ids: {},
    predicates: [],
    parsed: [],
    warnings: [],
  };
  const fields = connection === "customers" ? LIST_FIELDS : COUNT_FIELDS;
  for (const term of terms) {
    if (term.field !== null && !fields.has(term.field)) {
      plan.parsed.push({ field: term.field, match_all: term.value });
      plan.warnings.push({
        field: term.field,
        message: "Invalid search field for this query.",
        code: "invalid_field",
      });
    } else {
      addTerm(plan, term, settings);
    }
  }
  return plan;
}

function addTerm(plan: SearchPlan, term: SearchTerm, settings: ShopifySettings): void {
  switch (term.field) {
    case "updated_at":
    case "created_at":
      addTimeTerm(plan, term, settings);
      return;
    case "id":
      addIdTerm(plan, term);
      return;
    default:
      plan.predicates.push(customerMatcher(term));
      plan.parsed.push({
        ...(term.field === null ? {} : { field: term.field }),
        match_all: term.value,
      });
  }
}

function addTimeTerm(plan: SearchPlan, term: SearchTerm, settings: ShopifySettings): void {
  const resolved = resolveTimeTerm(term, settings);
  if (!resolved) {
    plan.warnings.push({
      field: term.field ?? "",
      message: "Invalid time for this field.",
      code: "invalid_value",
    });
    return;
  }
  plan.parsed.push({ field: term.field, range: resolved.range });
  if (term.field === "created_at") {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = resolved.bounds;
    plan.predicates.push(({ createdAt }) => Date.parse(createdAt) / 1000 >= from && Date.parse(createdAt) / 1000 <= to);
    return;
  }
  plan.seconds = {
    ...plan.seconds,
    ...narrow(plan.seconds, resolved.bounds, (left, right) => left - right),
  };
}

function addIdTerm(plan: SearchPlan, term: SearchTerm): void {
  const id = idFromGid(term.value) ?? (/^\d+$/.test(term.value) ? term.value.replace(/^0+(?=\d)/, "") : undefined);
  if (id === undefined) {
    plan.warnings.push({
      field: "id",
      message: "Invalid id for this field.",
      code: "invalid_value",
    });
    return;
  }
  const shown = Number.isSafeInteger(Number(id)) ? Number(id) : id;
  plan.parsed.push(
    term.comparator === "eq" ? { field: "id", match_all: id } : { field: "id", range: { [term.comparator]: shown } },
  );
  plan.ids = {
    ...plan.ids,
    ...narrow(plan.ids, idBounds(term.comparator, id), compareIds),
  };
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
