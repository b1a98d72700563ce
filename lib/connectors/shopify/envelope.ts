import { z } from "zod";
import { failureOfErrors, failureOfStatus, type GraphqlError } from "@/lib/connectors/shopify/errors";
import type { WireAnswer } from "@/lib/connectors/transport";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

const errorShape = z.object({ extensions: z.object({ code: z.string() }).nullish() });

const costShape = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});

const bodyShape = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.unknown()).nullish(),
  extensions: z
    .object({
      cost: z.unknown().optional(),
      search: z.array(z.object({ parsed: z.unknown().optional(), warnings: z.array(z.unknown()).nullish() })).nullish(),
    })
    .nullish(),
});

export interface Envelope {
  data: Record<string, unknown>;
  serverTimeMs: number;
  /** What was understood of each search, as the debug header makes Shopify say. */
  searches: unknown[];
}

/** Why an answer does not count. `waitMs`: it was throttled and says itself when to ask again. */
export interface Unusable {
  failure: Failure;
  waitMs: number | null;
  /** A BAD_REQUEST and nothing else: what a refused cursor looks like. */
  mayBeCursor: boolean;
}

const unusable = (failed: Failure, more: Partial<Unusable> = {}): Result<never, Unusable> =>
  err({ failure: failed, waitMs: null, mayBeCursor: false, ...more });

/**
 * R1: takes an answer apart and accepts it only whole: 200, JSON, the version asked for, no error, no search warning, data, a date.
 * @param version the API version that was asked for
 */
export function openEnvelope(answer: WireAnswer, version: string): Result<Envelope, Unusable> {
  if (answer.status === 429) return unusable(failureOfStatus(429), { waitMs: readRetryAfter(answer.headers) });
  if (answer.status !== 200) return unusable(failureOfStatus(answer.status));
  if (!/^application\/json\b/i.test(answer.headers.get("content-type") ?? ""))
    return unusable(failure("source.unreadable", "R1:content_type"));
  const body = bodyShape.safeParse(parseJson(answer.body));
  if (!body.success) return unusable(failure("source.unreadable", "R1:json"));
  const served = answer.headers.get("x-shopify-api-version");
  if (served !== version) return unusable(versionFailure(served));
  const { data, errors, extensions } = body.data;
  if (errors && errors.length > 0) return refuseErrors(errors, extensions?.cost);
  if (extensions?.search?.some(({ warnings }) => warnings && warnings.length > 0))
    return unusable(failure("source.query_refused", "search_warning"));
  if (!data) return unusable(failure("source.unreadable", "R1:no_data"));
  const serverTimeMs = Date.parse(answer.headers.get("date") ?? "");
  if (Number.isNaN(serverTimeMs)) return unusable(failure("source.unreadable", "R1:date"));
  const searches = (extensions?.search ?? []).flatMap(({ parsed }) => (parsed === undefined ? [] : [parsed]));
  return ok({ data, serverTimeMs, searches });
}

function refuseErrors(errors: readonly unknown[], cost: unknown): Result<never, Unusable> {
  const known: GraphqlError[] = errors.map((entry) => {
    const parsed = errorShape.safeParse(entry);
    return { code: parsed.success ? (parsed.data.extensions?.code ?? null) : null };
  });
  const failed = failureOfErrors(known);
  return unusable(failed, {
    waitMs: failed.code === "source.throttled" ? readCostWait(cost) : null,
    mayBeCursor: known.every(({ code }) => code === "BAD_REQUEST"),
  });
}

/** @returns ms until the bucket holds what the query costs, by the answer's own figures; null if it gives none */
function readCostWait(cost: unknown): number | null {
  const parsed = costShape.safeParse(cost);
  if (!parsed.success) return null;
  const { requestedQueryCost, throttleStatus } = parsed.data;
  const missing = requestedQueryCost - throttleStatus.currentlyAvailable;
  return Math.max(0, Math.ceil((missing / throttleStatus.restoreRate) * 1000));
}

/** `Retry-After` in seconds, as the edge limit gives it (fault-matrix: throttle-429). */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get("retry-after") ?? "";
  return /^\d{1,5}(\.\d+)?$/.test(text) ? Math.ceil(Number(text) * 1000) : null;
}

function versionFailure(served: string | null): Failure {
  if (served === null) return failure("source.unreadable", "R1:version_header");
  return failure("source.version_retired", /^\d{4}-\d{2}$/.test(served) ? served : "unknown_version");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
