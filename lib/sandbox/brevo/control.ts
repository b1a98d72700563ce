import { z } from "zod";
import { json } from "@/lib/sandbox/brevo/answers";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import { actAsMerchant } from "@/lib/sandbox/brevo/merchant";
import type { RateLimiter } from "@/lib/sandbox/brevo/rate";
import { DEMO_IP } from "@/lib/sandbox/brevo/refusals";
import { seedAccount, seedSchema } from "@/lib/sandbox/brevo/seed";
import { type KeyState, PLANS, type Settings } from "@/lib/sandbox/brevo/settings";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";

interface ControlContext {
  store: BrevoStore;
  limiter: RateLimiter;
  byCall: ReadonlyMap<string, number>;
}

const keyAction = z.strictObject({
  /** `issue` adds a key beside the others, as a merchant rotating keys does; `mend` makes keys valid and lifts the IP refusal. */
  action: z.enum(["issue", "revoke", "expire", "mend", "ip-refuse"]),
  /** Absent: every key. */
  key: z.string().min(1).optional(),
});
const planChange = z.strictObject({
  plan: z.enum(PLANS).optional(),
  limits: z.boolean().optional(),
});
const semanticsChange = z
  .strictObject({
    duplicateCode: z.enum(["duplicate_parameter", "invalid_parameter"]),
    undefinedAttribute: z.enum(["drop", "error"]),
    wrongType: z.enum(["drop", "error"]),
    unknownList: z.union([z.literal(400), z.literal(404)]),
    getIdOnUpdate: z.union([z.literal(204), z.literal(201)]),
  })
  .partial();

/** Answers the control calls of the second port: truth, counters, the merchant's own acts, and the switches. */
export function answerBrevoControl(context: ControlContext, request: StandInRequest): StandInAnswer {
  const { store } = context;
  const body = readJson(request.body);
  const contactPath = /^\/contacts\/([^/]+)$/.exec(request.path);
  if (contactPath) return answerContact(store, request.method, decodeURIComponent(contactPath[1] ?? ""), body);
  switch (`${request.method} ${request.path}`) {
    case "GET /contacts":
      return listStored(store, request.query);
    case "GET /truth":
      return json(200, { contacts: [...store.contacts.values()] });
    case "GET /counters":
      return json(200, {
        ...store.alarms,
        byCall: Object.fromEntries(context.byCall),
      });
    case "GET /settings":
      return json(200, store.settings);
    case "POST /key":
      return withBody(keyAction, body, ({ action, key }) => switchKey(store, action, key));
    case "POST /plan":
      return withBody(planChange, body, ({ plan, limits }) => {
        context.limiter.clear();
        return saveSettings(store, {
          plan: plan ?? store.settings.plan,
          limits: limits ?? store.settings.limits,
        });
      });
    case "POST /semantics":
      return withBody(semanticsChange, body, (change) =>
        saveSettings(store, {
          semantics: { ...store.settings.semantics, ...change },
        }),
      );
    case "POST /seed":
      return withBody(seedSchema, body, (data) => json(200, { added: seedAccount(store, data) }));
    default:
      return json(404, { error: "No such control call" });
  }
}

function withBody<T>(schema: z.ZodType<T>, body: unknown, run: (value: T) => StandInAnswer): StandInAnswer {
  const parsed = schema.safeParse(body);
  return parsed.success ? run(parsed.data) : json(422, { error: z.prettifyError(parsed.error) });
}

function answerContact(store: BrevoStore, method: string, name: string, body: unknown): StandInAnswer {
  const contact = /^\d+$/.test(name) ? store.contacts.get(Number(name)) : store.findBy("email", name.toLowerCase());
  if (!contact) return json(404, { error: "No such contact" });
  if (method === "GET") return json(200, contact);
  return method === "PATCH" ? actAsMerchant(store, contact, body) : json(405, { error: "GET or PATCH" });
}

/** Latest first; `q` looks in address and text attributes. */
function listStored(store: BrevoStore, query: URLSearchParams): StandInAnswer {
  const q = (query.get("q") ?? "").toLowerCase();
  const offset = Number(query.get("offset") ?? 0);
  const limit = Math.min(Number(query.get("limit") ?? 50), 1_000);
  if (!Number.isInteger(offset) || !Number.isInteger(limit))
    return json(400, { error: "offset and limit are whole numbers" });
  const all = [...store.contacts.values()].reverse().filter((contact) => q === "" || contains(contact, q));
  return json(200, {
    contacts: all.slice(offset, offset + limit),
    count: all.length,
  });
}

function contains(contact: StoredContact, q: string): boolean {
  const texts = [contact.email, ...Object.values(contact.attributes)];
  return texts.some((text) => typeof text === "string" && text.toLowerCase().includes(q));
}

/** Changes the state of one key or of all. @param key an unknown one is added by `issue` only */
export function switchKey(store: BrevoStore, action: z.infer<typeof keyAction>["action"], key?: string): StandInAnswer {
  if (action === "ip-refuse") return saveSettings(store, { refusedIp: DEMO_IP });
  const { keys } = store.settings;
  if (action === "issue") {
    return key ? saveSettings(store, { keys: { ...keys, [key]: "valid" } }) : json(422, { error: "issue needs a key" });
  }
  const states = {
    revoke: "revoked",
    expire: "expired",
    mend: "valid",
  } as const satisfies Record<string, KeyState>;
  const chosen = Object.keys(keys).filter((name) => key === undefined || name === key);
  if (chosen.length === 0) return json(404, { error: "No such key" });
  const changed = Object.fromEntries(chosen.map((name) => [name, states[action]]));
  const refusedIp = action === "mend" ? null : store.settings.refusedIp;
  return saveSettings(store, { keys: { ...keys, ...changed }, refusedIp });
}

function saveSettings(store: BrevoStore, change: Partial<Settings>): StandInAnswer {
  store.commit({
    kind: "settings-put",
    settings: { ...store.settings, ...change },
  });
  return json(200, store.settings);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
