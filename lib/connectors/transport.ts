import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { err, ok, type Result } from "@/lib/kernel/result";

/*
 * One HTTP exchange over node:http rather than fetch, because a write whose answer was lost must say whether its bytes had left: fetch does not tell.
 * It also follows no redirect, and nothing patches or caches it.
 */

export interface WireRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  /** For the whole exchange, name look-up to last byte. */
  timeoutMs: number;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  body: string;
}

export type WireCause =
  | "timeout"
  | "dns"
  | "refused"
  | "tls"
  | "reset"
  | "truncated"
  | "too_large"
  | "odd_status"
  | "not_sendable";

/** No whole answer came. `sent` is false only if not a byte of the request can have reached the other side. Carries nothing of URL, headers or body. */
export interface WireFault {
  sent: boolean;
  cause: WireCause;
}

/** Idle sockets close after this, sooner than servers do, so that a request is not written into a connection that is being closed. */
const IDLE_SOCKET_MS = 3_000;
const MOST_BYTES = 32 * 1024 * 1024;
const AGENT_OPTIONS = { keepAlive: true, timeout: IDLE_SOCKET_MS, maxSockets: 20, scheduling: "lifo" } as const;
const plainAgent = new http.Agent(AGENT_OPTIONS);
const secureAgent = new https.Agent(AGENT_OPTIONS);

/** Sends one request and reads the answer whole. Never rejects. */
export function exchange(request: WireRequest): Promise<Result<WireAnswer, WireFault>> {
  return new Promise((resolve) => {
    const secure = request.url.protocol === "https:";
    let sent = false;
    const outgoing = openRequest(request, secure);
    if (!outgoing) return resolve(err({ sent, cause: "not_sendable" }));
    const settle = (result: Result<WireAnswer, WireFault>) => {
      clearTimeout(timer);
      resolve(result);
    };
    const fail = (cause: WireCause) => {
      settle(err({ sent, cause }));
      outgoing.destroy();
    };
    const timer = setTimeout(() => fail("timeout"), request.timeoutMs);

    outgoing.on("socket", (socket) => {
      if (outgoing.reusedSocket || isOpen(socket, secure)) sent = true;
      else
        socket.once(secure ? "secureConnect" : "connect", () => {
          sent = true;
        });
    });
    outgoing.on("error", (error) => fail(causeOf(error)));
    outgoing.on("response", (incoming) => {
      sent = true;
      readWhole(incoming).then(
        (body) => {
          if (typeof body !== "string") return fail(body.cause);
          const status = incoming.statusCode ?? 0;
          if (status < 200 || status > 599) return fail("odd_status");
          settle(ok({ status, headers: headersOf(incoming), body }));
        },
        () => fail("truncated"),
      );
    });
    outgoing.end(request.body ?? undefined);
  });
}

/** @returns null when a header cannot be sent as it is, as with a credential pasted with its line break */
function openRequest(request: WireRequest, secure: boolean): http.ClientRequest | null {
  try {
    return (secure ? https : http).request(request.url, {
      method: request.method,
      headers: { ...request.headers, ...lengthOf(request.body) },
      agent: secure ? secureAgent : plainAgent,
    });
  } catch {
    return null;
  }
}

function isOpen(socket: Socket, secure: boolean): boolean {
  if (socket.connecting) return false;
  return !secure || !["unknown", null].includes((socket as TLSSocket).getProtocol());
}

function lengthOf(body: string | null): Record<string, string> {
  return body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
}

function readWhole(incoming: http.IncomingMessage): Promise<string | { cause: WireCause }> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    incoming.on("data", (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size > MOST_BYTES) resolve({ cause: "too_large" });
    });
    incoming.on("end", () =>
      resolve(incoming.complete ? Buffer.concat(parts).toString("utf8") : { cause: "truncated" }),
    );
    incoming.on("error", () => resolve({ cause: "truncated" }));
    incoming.on("close", () => resolve({ cause: "truncated" }));
  });
}

function headersOf(incoming: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    const text = Array.isArray(value) ? value.join(", ") : value;
    if (text !== undefined && isHeaderText(text)) headers.set(name, text);
  }
  return headers;
}

/** What `Headers` takes; others cannot matter to us, and must not throw. */
const isHeaderText = (text: string): boolean => /^[\t\x20-\x7e\x80-\xff]*$/.test(text);

/** Node's and OpenSSL's codes, by kind; one that we do not know counts as a reset, which says least. */
function causeOf(error: Error): WireCause {
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EAI_FAIL") return "dns";
  if (code === "ECONNREFUSED" || code === "EHOSTUNREACH" || code === "ENETUNREACH") return "refused";
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code) ? "tls" : "reset";
}
