import { z } from "zod";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";
import { jsonAnswer } from "@/lib/sandbox/http-answer";
import { appEditSchema, newApp } from "@/lib/sandbox/shopify/apps";
import { consentWriteSchema } from "@/lib/sandbox/shopify/consent";
import { routeOrders } from "@/lib/sandbox/shopify/control-orders";
import { type CustomerInput, customerInputSchema, type ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { hookSchema } from "@/lib/sandbox/shopify/hook";
import type { EditOptions } from "@/lib/sandbox/shopify/mint-id";
import { mergeSettings, settingsEditSchema } from "@/lib/sandbox/shopify/settings";
import type { ShopEdits } from "@/lib/sandbox/shopify/shop-edits";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";
import { tokenSchema } from "@/lib/sandbox/shopify/tokens";

const LARGEST_PAGE = 1_000;
const importSchema = z.strictObject({ customers: z.array(customerInputSchema), replace: z.boolean().default(false) });
const removalSchema = z.strictObject({ ids: z.array(z.string()) });
const mergeSchema = z.strictObject({ into: z.string() });
const tokenEditSchema = tokenSchema.omit({ token: true }).partial();

interface ControlPorts {
  state: ShopState;
  edits: ShopEdits;
  commit: (change: ShopChange) => void;
}

/** Answers control calls: customers, consent, settings, tokens, ground truth. Problems of the caller are 4xx with `{error}`. */
export function answerShopifyControl(ports: ControlPorts, request: StandInRequest): StandInAnswer {
  try {
    const body: unknown = request.body === "" ? undefined : JSON.parse(request.body);
    return (
      route(ports, request, body) ??
      jsonAnswer(404, { error: `No such control call: ${request.method} ${request.path}` })
    );
  } catch (error) {
    if (error instanceof z.ZodError) return jsonAnswer(422, { error: z.prettifyError(error) });
    if (error instanceof SyntaxError || error instanceof URIError) {
      return jsonAnswer(400, { error: "The body is not JSON, or the path not readable" });
    }
    throw error;
  }
}

function route(ports: ControlPorts, request: StandInRequest, body: unknown): StandInAnswer | undefined {
  const [, root, id, part, ...beyond] = request.path.split("/").map(decodeURIComponent);
  if (beyond.length > 0) return undefined;
  const { state, edits, commit } = ports;
  switch (`${request.method} /${root}${id === undefined ? "" : "/:id"}${part === undefined ? "" : `/${part}`}`) {
    case "GET /truth":
      return jsonAnswer(200, {
        customers: state.customers.accepted.all(),
        deletedIds: [...state.customers.deletedIds],
      });
    case "GET /events":
      return jsonAnswer(200, { events: state.events });
    case "GET /settings":
      return jsonAnswer(200, { settings: state.settings });
    case "PATCH /settings":
      return changeSettings(ports, body);
    case "GET /tokens":
      return jsonAnswer(200, { tokens: [...state.tokens.values()] });
    case "PUT /tokens/:id":
      return putToken(ports, id ?? "", body);
    case "GET /hooks":
      return jsonAnswer(200, { hooks: [...state.hooks.values()] });
    case "PUT /hooks/:id": {
      const hook = hookSchema.parse({ ...(body as object), id });
      commit({ kind: "hook", hook });
      return jsonAnswer(200, { hook });
    }
    case "DELETE /hooks/:id":
      commit({ kind: "hook-gone", id: id ?? "" });
      return jsonAnswer(200, {});
    case "PUT /apps/:id":
      return putApp(ports, id ?? "", body);
    case "GET /customers":
      return listStored(state, request.query);
    case "POST /customers":
      return jsonAnswer(201, { customer: edits.create(body, optionsOf(request)) });
    case "POST /import": {
      const { customers, replace } = importSchema.parse(body);
      return jsonAnswer(200, edits.importMany(customers as CustomerInput[], replace));
    }
    case "POST /removals":
      return jsonAnswer(200, { deleted: removalSchema.parse(body).ids.filter((one) => edits.remove(one)).length });
    default:
      if (root === "orders")
        return routeOrders({ state, edits: edits.orders }, { request, id, part, body, options: optionsOf(request) });
      return id === undefined || root !== "customers" ? undefined : routeCustomer(ports, request, id, part, body);
  }
}

function routeCustomer(
  { state, edits }: ControlPorts,
  request: StandInRequest,
  id: string,
  part: string | undefined,
  body: unknown,
) {
  const answer = (customer: ShopCustomer | undefined) =>
    customer ? jsonAnswer(200, { customer }) : jsonAnswer(404, { error: "No such customer" });
  switch (`${request.method} ${part ?? ""}`) {
    case "GET ":
      return answer(state.customers.accepted.get(id));
    case "PATCH ":
      return answer(edits.edit(id, body, optionsOf(request)));
    case "DELETE ":
      return edits.remove(id) ? jsonAnswer(200, { deleted: true }) : answer(undefined);
    case "POST merge":
      return answer(edits.merge(id, mergeSchema.parse(body).into));
    case "POST email-consent":
      return writeConsent({ state, edits }, id, "email", body);
    case "POST sms-consent":
      return writeConsent({ state, edits }, id, "sms", body);
    default:
      return undefined;
  }
}

function writeConsent(
  { state, edits }: Pick<ControlPorts, "state" | "edits">,
  id: string,
  channel: "email" | "sms",
  body: unknown,
): StandInAnswer {
  const outcome = edits.consent(id, channel, consentWriteSchema.parse(body));
  if (!outcome) return jsonAnswer(404, { error: "No such customer" });
  const customer = state.customers.accepted.get(id);
  switch (outcome.kind) {
    case "stored":
    case "ignored":
      return jsonAnswer(200, { customer, stored: outcome.kind === "stored", userErrors: [] });
    case "user-error":
      return jsonAnswer(200, { customer, stored: false, userErrors: [{ message: outcome.message }] });
    case "top-level":
      return jsonAnswer(422, { error: outcome.message });
    default:
      throw new Error(`Unknown outcome ${JSON.stringify(outcome satisfies never)}`);
  }
}

function changeSettings({ state, commit }: ControlPorts, body: unknown): StandInAnswer {
  const settings = mergeSettings(state.settings, settingsEditSchema.parse(body));
  commit({ kind: "settings", settings });
  return jsonAnswer(200, { settings });
}

/** Installs an app or changes it, likewise. */
function putApp({ state, commit }: ControlPorts, clientId: string, body: unknown): StandInAnswer {
  const app = { ...(state.apps.get(clientId) ?? newApp(clientId)), ...appEditSchema.parse(body) };
  commit({ kind: "app", app });
  return jsonAnswer(200, { app });
}

/** Makes a token or changes one: what the body leaves out stays as it was. */
function putToken({ state, commit }: ControlPorts, token: string, body: unknown): StandInAnswer {
  const old = state.tokens.get(token) ?? { token, scopes: ["read_customers"], state: "live" as const };
  const fresh = tokenSchema.parse({ ...old, ...tokenEditSchema.parse(body ?? {}) });
  commit({ kind: "token", token: fresh });
  return jsonAnswer(200, { token: fresh });
}

function listStored(state: ShopState, query: URLSearchParams): StandInAnswer {
  const search = (query.get("search") ?? "").toLowerCase();
  const offset = z.coerce
    .number()
    .int()
    .min(0)
    .parse(query.get("offset") ?? 0);
  const limit = z.coerce
    .number()
    .int()
    .min(1)
    .max(LARGEST_PAGE)
    .parse(query.get("limit") ?? 50);
  const list = state.customers.accepted.orders.micros.slice(0, state.customers.accepted.size).reverse();
  const found = search === "" ? list : list.filter((customer) => textOf(customer).includes(search));
  return jsonAnswer(200, { customers: found.slice(offset, offset + limit), total: found.length });
}

function textOf({ id, firstName, lastName, email, phone }: ShopCustomer): string {
  return `${id} ${firstName ?? ""} ${lastName ?? ""} ${email?.address ?? ""} ${phone?.number ?? ""}`.toLowerCase();
}

function optionsOf(request: StandInRequest): EditOptions {
  return {
    commitDelayMs: z.coerce
      .number()
      .int()
      .min(0)
      .parse(request.query.get("commitDelayMs") ?? 0),
  };
}
