import type { IncomingMessage } from "node:http";
import type { StandInRequest } from "@/lib/sandbox/contract";

/** Import of a whole shop is the largest thing anybody sends. */
const BODY_LIMIT_BYTES = 64 * 1024 * 1024;

/** A request split into the stand-in it is for (the first path segment) and what that stand-in sees. */
export interface RoutedRequest {
  standIn: string;
  request: StandInRequest;
}

/**
 * Reads a request whole and splits off its first path segment.
 * @throws when the body is larger than 64 MB or the caller goes away
 */
export async function readRequest(incoming: IncomingMessage): Promise<RoutedRequest> {
  const url = new URL(incoming.url ?? "/", "http://sandbox.invalid");
  const [, standIn = "", rest = ""] = /^\/([^/]*)(\/.*)?$/.exec(url.pathname) ?? [];
  return {
    standIn,
    request: {
      method: incoming.method ?? "GET",
      path: rest === "" ? "/" : rest,
      query: url.searchParams,
      headers: flatten(incoming),
      body: await readBody(incoming),
    },
  };
}

function flatten(incoming: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return headers;
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += (part as Buffer).length;
    if (size > BODY_LIMIT_BYTES) throw new Error("Request body too large");
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}
