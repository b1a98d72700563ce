import createClient from "openapi-fetch";
import type { CreateContact, UpdateContact } from "@/lib/connectors/brevo/contact-request";
import type { paths } from "@/lib/connectors/brevo/openapi";
import { brevoUrl, demandUrl, type HostPolicy } from "@/lib/connectors/hosts";
import { exchange, type WireFault } from "@/lib/connectors/transport";
import type { Clock } from "@/lib/kernel/clock";
import type { WriteTarget } from "@/lib/runner/destination-port";

export interface BrevoClientOptions extends HostPolicy {
  /** `https://api.brevo.com/v3`; of a stand-in `http://127.0.0.1:{port}/brevo/v3`. */
  baseUrl: string;
  apiKey: string;
  clock: Clock;
  /** One request, name look-up to last byte. */
  timeoutMs?: number;
}

/** What the limiter headers said. Source: developers.brevo.com/docs/limit-headers; `reset` is seconds left, there is no Retry-After. */
export interface BrevoRate {
  limit: number | null;
  remaining: number | null;
  /** Epoch ms at which the limit is whole again. */
  resetAtMs: number | null;
}

export type BrevoReply =
  | {
      kind: "answer";
      status: number;
      /** The parsed JSON; undefined when there was none or it could not be read. */
      body: unknown;
      rate: BrevoRate;
    }
  | { kind: "fault"; fault: WireFault };

/** The calls that we make, one method each. Nothing here judges an answer (classify.ts does), and nothing is sent twice. */
export interface BrevoClient {
  createContact(body: CreateContact): Promise<BrevoReply>;
  /** @param id Brevo's own number; never an address, which would let the update move the contact */
  updateContact(id: string, body: UpdateContact): Promise<BrevoReply>;
  getContact(target: WriteTarget): Promise<BrevoReply>;
  /** One page of all contacts, at most 1,000. */
  getContacts(page: { limit: number; offset: number }): Promise<BrevoReply>;
  getAccount(): Promise<BrevoReply>;
  getAttributes(): Promise<BrevoReply>;
  getLists(page: { limit: number; offset: number }): Promise<BrevoReply>;
}

/** Carries a wire fault through openapi-fetch, which knows only exceptions. */
class LineLost extends Error {
  override readonly name = "LineLost";
  constructor(readonly fault: WireFault) {
    super(`Brevo did not answer: ${fault.cause}`);
  }
}

/** @throws InvariantViolation for a base URL that the host policy refuses */
export function createBrevoClient(options: BrevoClientOptions): BrevoClient {
  const { clock, timeoutMs = 10_000 } = options;
  const base = demandUrl(brevoUrl(options.baseUrl, options));
  const api = createClient<paths>({
    baseUrl: base.href,
    fetch: (request) => send(request, options.apiKey, timeoutMs),
  });
  const text = { parseAs: "text" } as const;
  const reply = (call: Promise<RawReply>) => toReply(call, clock);

  return {
    createContact: (body) => reply(api.POST("/contacts", { body, ...text })),
    updateContact: (id, body) =>
      reply(
        api.PUT("/contacts/{identifier}", {
          params: { path: { identifier: id }, query: { identifierType: "contact_id" } },
          body,
          ...text,
        }),
      ),
    getContact: (target) =>
      reply(
        api.GET("/contacts/{identifier}", {
          params: {
            path: { identifier: target.by === "id" ? target.id : target.address },
            query: { identifierType: target.by === "id" ? "contact_id" : "email_id" },
          },
          ...text,
        }),
      ),
    getContacts: (page) => reply(api.GET("/contacts", { params: { query: { ...page, sort: "asc" } }, ...text })),
    getAccount: () => reply(api.GET("/account", text)),
    getAttributes: () => reply(api.GET("/contacts/attributes", text)),
    getLists: (page) => reply(api.GET("/contacts/lists", { params: { query: { ...page, sort: "asc" } }, ...text })),
  };
}

/** One deadline, no redirects; the body is read whole before anybody sees the answer. */
async function send(request: Request, apiKey: string, timeoutMs: number): Promise<Response> {
  const body = request.body === null ? null : await request.text();
  const headers = { ...Object.fromEntries(request.headers), accept: "application/json", "api-key": apiKey };
  const answer = await exchange({ method: request.method, url: new URL(request.url), headers, body, timeoutMs });
  if (!answer.ok) throw new LineLost(answer.error);
  const { status, headers: answered, body: text } = answer.value;
  return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: answered });
}

interface RawReply {
  data?: unknown;
  error?: unknown;
  response: Response;
}

async function toReply(call: Promise<RawReply>, clock: Clock): Promise<BrevoReply> {
  try {
    const { data, error, response } = await call;
    const body = response.ok ? parseJson(data) : error;
    return { kind: "answer", status: response.status, body, rate: readRate(response.headers, clock.nowMs()) };
  } catch (error) {
    if (error instanceof LineLost) return { kind: "fault", fault: error.fault };
    throw error;
  }
}

function parseJson(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readRate(headers: Headers, nowMs: number): BrevoRate {
  const number = (name: string) => {
    const text = headers.get(`x-sib-ratelimit-${name}`) ?? "";
    return /^\d{1,9}(\.\d+)?$/.test(text) ? Number(text) : null;
  };
  const resetSeconds = number("reset");
  return {
    limit: number("limit"),
    remaining: number("remaining"),
    resetAtMs: resetSeconds === null ? null : nowMs + Math.ceil(resetSeconds * 1000),
  };
}
