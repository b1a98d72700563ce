import { invalid, problem } from "@/lib/sandbox/brevo/answers";
import type { StandInAnswer } from "@/lib/sandbox/contract";

interface Page {
  limit: number;
  offset: number;
  sort: "asc" | "desc";
}

/** Reads `limit`, `offset` and `sort` as Brevo does; a limit above the maximum is refused, not cut. */
export function readPage(
  query: URLSearchParams,
  { defaultLimit, maxLimit }: { defaultLimit: number; maxLimit: number },
): Page | { refusal: StandInAnswer } {
  const limit = readInteger(query.get("limit"), defaultLimit);
  const offset = readInteger(query.get("offset"), 0);
  const sort = query.get("sort") ?? "desc";
  if (limit === undefined || offset === undefined) return { refusal: invalid("limit and offset must be integers") };
  if (limit > maxLimit)
    return {
      refusal: problem(400, "out_of_range", `Limit exceeds max value ${maxLimit}`),
    };
  if (sort !== "asc" && sort !== "desc") return { refusal: invalid("sort must be asc or desc") };
  return { limit, offset, sort };
}

/** Whole numbers of a repeated or comma-separated parameter; undefined when it is absent. */
export function readIntegers(query: URLSearchParams, name: string): number[] | undefined | "bad" {
  const parts = query.getAll(name).flatMap((value) => value.split(","));
  if (parts.length === 0) return undefined;
  return parts.every((part) => /^\d+$/.test(part)) ? parts.map(Number) : "bad";
}

function readInteger(value: string | null, fallback: number): number | undefined {
  if (value === null) return fallback;
  return /^\d+$/.test(value) ? Number(value) : undefined;
}
