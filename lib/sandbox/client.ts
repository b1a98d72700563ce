import type { JournalEntry, KnownFault, ScheduledFault } from "@/lib/sandbox/contract";
import type { FaultRequest } from "@/lib/sandbox/faults";
import type { ShopifyApp, ShopifyAppEdit } from "@/lib/sandbox/shopify/apps";
import type { ConsentWrite } from "@/lib/sandbox/shopify/consent";
import type { CustomerEdit, CustomerInput, ShopCustomer } from "@/lib/sandbox/shopify/customer";
import type { ShopHook } from "@/lib/sandbox/shopify/hook";
import type { EditOptions } from "@/lib/sandbox/shopify/mint-id";
import type { ShopifySettings, ShopifySettingsEdit } from "@/lib/sandbox/shopify/settings";
import type { ShopifyToken, ShopifyTokenEdit } from "@/lib/sandbox/shopify/tokens";

/** A control call that was refused: `status` and what the sandbox said about it. */
export class SandboxControlError extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(`Sandbox control call refused (${status}): ${detail}`);
    this.name = "SandboxControlError";
  }
}

/** Control calls that every stand-in has. */
export interface StandInControl {
  /** Journal lines after a sequence number, oldest first. */
  journal(after?: number, limit?: number): Promise<{ entries: JournalEntry[]; lastSeq: number }>;
  faults(): Promise<ScheduledFault[]>;
  knownFaults(): Promise<KnownFault[]>;
  schedule(fault: FaultRequest): Promise<ScheduledFault>;
  /** Cancels one fault, or all. @returns how many were cancelled */
  cancelFaults(id?: string): Promise<number>;
  reset(): Promise<void>;
  /** Any other control call of the stand-in. `path` begins with a slash; the answer is parsed JSON. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface ConsentAnswer {
  customer: ShopCustomer;
  stored: boolean;
  userErrors: { message: string }[];
}

/** The shop behind the API: what a merchant would do in the admin, and switches no merchant has. */
export interface ShopifyControl extends StandInControl {
  /** Newest change first; `search` looks at id, names, address and phone. */
  listCustomers(query?: {
    search?: string;
    offset?: number;
    limit?: number;
  }): Promise<{ customers: ShopCustomer[]; total: number }>;
  getCustomer(id: string): Promise<ShopCustomer>;
  createCustomer(input: CustomerInput, options?: EditOptions): Promise<ShopCustomer>;
  /** Writes what is given, consent included, without Shopify's rules. */
  editCustomer(id: string, edit: CustomerEdit, options?: EditOptions): Promise<ShopCustomer>;
  deleteCustomer(id: string): Promise<void>;
  /** Writes consent by Shopify's rules. */
  writeEmailConsent(id: string, write: ConsentWrite): Promise<ConsentAnswer>;
  writeSmsConsent(id: string, write: ConsentWrite): Promise<ConsentAnswer>;
  importCustomers(
    customers: readonly CustomerInput[],
    replace?: boolean,
  ): Promise<{ created: number; updated: number }>;
  settings(): Promise<ShopifySettings>;
  changeSettings(edit: ShopifySettingsEdit): Promise<ShopifySettings>;
  tokens(): Promise<ShopifyToken[]>;
  /** `{state: "revoked"}` revokes, `"expired"` lets it run out, `"live"` mends; makes the token when it is new. */
  putToken(token: string, edit: ShopifyTokenEdit): Promise<ShopifyToken>;
  /** Subscriptions to webhooks; making one here is what another tool does, taking one away what Shopify does after eight failed deliveries. */
  hooks(): Promise<ShopHook[]>;
  putHook(hook: ShopHook): Promise<void>;
  removeHook(id: string): Promise<void>;
  /** Installs an app of the Dev Dashboard in the shop, or changes it. */
  putApp(clientId: string, edit: ShopifyAppEdit): Promise<ShopifyApp>;
  truth(): Promise<{ customers: ShopCustomer[]; deletedIds: string[] }>;
}

export interface SandboxControl {
  shopify: ShopifyControl;
  brevo: StandInControl;
  /** The mailbox: `GET /mails`, `PUT /mailer`. */
  mail: StandInControl;
}

/** A client for the sandbox's control port. @throws SandboxControlError when a call is refused */
export function createSandboxControl({ controlUrl, secret }: { controlUrl: string; secret: string }): SandboxControl {
  async function send<T>(standIn: string, method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${controlUrl}/${standIn}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new SandboxControlError(response.status, readError(text));
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  const shopify = controlOf((method, path, body) => send("shopify", method, path, body));
  return {
    shopify: { ...shopify, ...shopCalls(shopify.call) },
    brevo: controlOf((method, path, body) => send("brevo", method, path, body)),
    mail: controlOf((method, path, body) => send("mail", method, path, body)),
  };
}

type Call = StandInControl["call"];

function controlOf(call: Call): StandInControl {
  return {
    call,
    journal: (after = 0, limit = 200) => call("GET", `/journal?after=${after}&limit=${limit}`),
    faults: async () => (await call<{ faults: ScheduledFault[] }>("GET", "/faults")).faults,
    knownFaults: async () => (await call<{ faults: KnownFault[] }>("GET", "/faults/known")).faults,
    schedule: async (fault) => (await call<{ fault: ScheduledFault }>("POST", "/faults", fault)).fault,
    async cancelFaults(id) {
      const query = id === undefined ? "" : `?id=${encodeURIComponent(id)}`;
      return (await call<{ cancelled: number }>("DELETE", `/faults${query}`)).cancelled;
    },
    async reset() {
      await call("POST", "/reset");
    },
  };
}

function shopCalls(call: Call): Omit<ShopifyControl, keyof StandInControl> {
  const at = (id: string, part = "") => `/customers/${encodeURIComponent(id)}${part}`;
  const delay = (options?: EditOptions) => `?commitDelayMs=${options?.commitDelayMs ?? 0}`;
  const customer = async (method: string, path: string, body?: unknown) =>
    (await call<{ customer: ShopCustomer }>(method, path, body)).customer;
  return {
    listCustomers({ search = "", offset = 0, limit = 50 } = {}) {
      return call("GET", `/customers?${new URLSearchParams({ search, offset: String(offset), limit: String(limit) })}`);
    },
    getCustomer: (id) => customer("GET", at(id)),
    createCustomer: (input, options) => customer("POST", `/customers${delay(options)}`, input),
    editCustomer: (id, edit, options) => customer("PATCH", at(id, delay(options)), edit),
    async deleteCustomer(id) {
      await call("DELETE", at(id));
    },
    writeEmailConsent: (id, write) => call("POST", at(id, "/email-consent"), write),
    writeSmsConsent: (id, write) => call("POST", at(id, "/sms-consent"), write),
    importCustomers: (customers, replace = false) => call("POST", "/import", { customers, replace }),
    settings: async () => (await call<{ settings: ShopifySettings }>("GET", "/settings")).settings,
    changeSettings: async (edit) => (await call<{ settings: ShopifySettings }>("PATCH", "/settings", edit)).settings,
    tokens: async () => (await call<{ tokens: ShopifyToken[] }>("GET", "/tokens")).tokens,
    putToken: async (token, edit) =>
      (await call<{ token: ShopifyToken }>("PUT", `/tokens/${encodeURIComponent(token)}`, edit)).token,
    hooks: async () => (await call<{ hooks: ShopHook[] }>("GET", "/hooks")).hooks,
    async putHook({ id, ...hook }) {
      await call("PUT", `/hooks/${id}`, hook);
    },
    async removeHook(id) {
      await call("DELETE", `/hooks/${id}`);
    },
    putApp: async (clientId, edit) =>
      (await call<{ app: ShopifyApp }>("PUT", `/apps/${encodeURIComponent(clientId)}`, edit)).app,
    truth: () => call("GET", "/truth"),
  };
}

function readError(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === "string" ? error : "no reason given";
  } catch {
    return "no reason given";
  }
}
