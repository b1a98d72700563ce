import type { Alarms } from "@/lib/sandbox/brevo/changes";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import type { MerchantAction } from "@/lib/sandbox/brevo/merchant";
import type { SeedData } from "@/lib/sandbox/brevo/seed";
import type { Plan, Semantics, Settings } from "@/lib/sandbox/brevo/settings";

type KeyAction = "issue" | "revoke" | "expire" | "mend" | "ip-refuse";

/** The account behind the API: what a merchant does in Brevo itself, what is true, and switches no merchant has. */
export interface BrevoControl {
  /** Latest first; `q` looks at the address and text attributes. */
  listContacts(query?: { q?: string; offset?: number; limit?: number }): Promise<{
    contacts: StoredContact[];
    count: number;
  }>;
  /** @param key id or address */
  getContact(key: number | string): Promise<StoredContact>;
  actAsMerchant(key: number | string, action: MerchantAction): Promise<void>;
  truth(): Promise<StoredContact[]>;
  counters(): Promise<Alarms & { byCall: Record<string, number> }>;
  settings(): Promise<Settings>;
  /** @param key absent: every key; `issue` needs one */
  switchKey(action: KeyAction, key?: string): Promise<Settings>;
  switchPlan(change: { plan?: Plan; limits?: boolean }): Promise<Settings>;
  switchSemantics(change: Partial<Semantics>): Promise<Settings>;
  /** @returns how many contacts were added */
  seed(data: SeedData): Promise<number>;
}

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Names the control calls of the Brevo stand-in. @param call sends one, as `createSandboxControl(…).brevo.call` does */
export function createBrevoControl(call: Call): BrevoControl {
  const at = (key: number | string) => `/contacts/${encodeURIComponent(key)}`;
  return {
    listContacts({ q = "", offset = 0, limit = 50 } = {}) {
      return call("GET", `/contacts?${new URLSearchParams({ q, offset: String(offset), limit: String(limit) })}`);
    },
    getContact: (key) => call("GET", at(key)),
    async actAsMerchant(key, action) {
      await call("PATCH", at(key), action);
    },
    truth: async () => (await call<{ contacts: StoredContact[] }>("GET", "/truth")).contacts,
    counters: () => call("GET", "/counters"),
    settings: () => call("GET", "/settings"),
    switchKey: (action, key) => call("POST", "/key", { action, key }),
    switchPlan: (change) => call("POST", "/plan", change),
    switchSemantics: (change) => call("POST", "/semantics", change),
    seed: async (data) => (await call<{ added: number }>("POST", "/seed", data)).added,
  };
}
