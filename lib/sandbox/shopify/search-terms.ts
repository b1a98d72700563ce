/** What a term compares with. `eq` when none is written. */
export type Comparator = "eq" | "gt" | "gte" | "lt" | "lte";

/** One term of a search, e.g. `updated_at:>='2026-01-01T00:00:00Z'`. `field` is null for a bare word. */
export interface SearchTerm {
  field: string | null;
  comparator: Comparator;
  value: string;
  /** The quote around the value; an unquoted one ends at the next colon, which is what breaks unquoted times. */
  quote: "'" | '"' | null;
}

/** `server-fault` is what Shopify answers to a comparator without a value; `unsupported` is honest about what the stand-in lacks. */
export type ParsedSearch =
  | { kind: "terms"; terms: SearchTerm[] }
  | { kind: "server-fault" }
  | { kind: "unsupported"; what: string };

const COMPARATORS: Readonly<Record<string, Comparator>> = {
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
  "": "eq",
};

/** Splits a search into its terms. Parentheses are tolerated wherever they stand, balanced or not. */
export function parseSearch(query: string): ParsedSearch {
  const terms: SearchTerm[] = [];
  let at = 0;
  while (at < query.length) {
    at += /^[\s():]*/.exec(query.slice(at))?.[0].length ?? 0;
    if (at >= query.length) break;
    const head = /^(?:(-)?([A-Za-z0-9_]+):)?([<>]=?)?/.exec(query.slice(at)) ?? ["", undefined, undefined, undefined];
    const [written, minus, field, comparator = ""] = head;
    if (minus) return { kind: "unsupported", what: "negated terms" };
    const { value, quote, length } = readValue(query.slice(at + written.length));
    if (field !== undefined && value === "") return { kind: "server-fault" };
    if (field === undefined && (value === "OR" || value === "NOT")) return { kind: "unsupported", what: value };
    if (field !== undefined || (value !== "AND" && value !== "")) {
      terms.push({
        field: field ?? null,
        comparator: COMPARATORS[comparator] ?? "eq",
        value,
        quote,
      });
    }
    at += Math.max(1, written.length + length);
  }
  return { kind: "terms", terms };
}

function readValue(text: string): {
  value: string;
  quote: SearchTerm["quote"];
  length: number;
} {
  const quote = text[0];
  if (quote === "'" || quote === '"') {
    const end = text.indexOf(quote, 1);
    return end === -1
      ? { value: text.slice(1), quote, length: text.length }
      : { value: text.slice(1, end), quote, length: end + 1 };
  }
  const value = /^[^\s():]*/.exec(text)?.[0] ?? "";
  return { value, quote: null, length: value.length };
}
