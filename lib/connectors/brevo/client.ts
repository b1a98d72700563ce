import createClient from "openapi-fetch";
import type { CreateContact, UpdateContact } from "@/lib/connectors/brevo/contact-request";
import type { paths } from "@/lib/connectors/brevo/openapi";
import type { operations, paths as SetupPaths } from "@/lib/connectors/brevo/openapi-setup";
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
  /** One page of all contacts, at most 1,000, the oldest first. @param page.modifiedSince UTC, `2026-01-31T09:00:00.000Z` */
  getContacts(page: { limit: number; offset: number; modifiedSince?: string }): Promise<BrevoReply>;
  getAccount(): Promise<BrevoReply>;
  getAttributes(): Promise<BrevoReply>;
  getLists(page: { limit: number; offset: number }): Promise<BrevoReply>;
  /** Erases a contact, for a redaction alone. @param id Brevo's own number */
  deleteContact(id: string): Promise<BrevoReply>;
  createAttribute(category: "normal" | "category", name: string, body: NewAttribute): Promise<BrevoReply>;
  createList(body: NewList): Promise<BrevoReply>;
  getWebhooks(): Promise<BrevoReply>;
  createWebhook(body: NewWebhook): Promise<BrevoReply>;
  updateWebhook(id: number, body: WebhookChange): Promise<BrevoReply>;
}

type BodyOf<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { "application/json": infer B } };
}
  ? B
  : never;
export type NewAttribute = BodyOf<"createAttribute">;
type NewList = BodyOf<"createList">;
export type NewWebhook = BodyOf<"createWebhook">;
type WebhookChange = BodyOf<"updateWebhook">;

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
  const wire = { baseUrl: base.href, fetch: (request: Request) => send(request, options.apiKey, timeoutMs) };
  const api = createClient<paths>(wire);
  const setup = createClient<SetupPaths>(wire);
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
    deleteContact: (identifier) =>
      reply(
        setup.DELETE("/contacts/{identifier}", {
          params: { path: { identifier }, query: { identifierType: "contact_id" } },
          ...text,
        }),
      ),
    createAttribute: (attributeCategory, attributeName, body) =>
      reply(
        setup.POST("/contacts/attributes/{attributeCategory}/{attributeName}", {
          params: { path: { attributeCategory, attributeName } },
          body,
          ...text,
        }),
      ),
    createList: (body) => reply(setup.POST("/contacts/lists", { body, ...text })),
    getWebhooks: () => reply(setup.GET("/webhooks", { params: { query: { type: "marketing" } }, ...text })),
    createWebhook: (body) => reply(setup.POST("/webhooks", { body, ...text })),
    updateWebhook: (webhookId, body) =>
      reply(setup.PUT("/webhooks/{webhookId}", { params: { path: { webhookId } }, body, ...text })),
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
