import type { Alarms } from "@/lib/sandbox/brevo/changes";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import { answerBrevoControl } from "@/lib/sandbox/brevo/control";
import { type ExchangeContext, runExchange } from "@/lib/sandbox/brevo/exchange";
import { BREVO_FAULTS } from "@/lib/sandbox/brevo/known-faults";
import { ReadLag } from "@/lib/sandbox/brevo/lag";
import { actAsMerchant, type MerchantAction } from "@/lib/sandbox/brevo/merchant";
import { RateLimiter } from "@/lib/sandbox/brevo/rate";
import { type SeedData, seedAccount } from "@/lib/sandbox/brevo/seed";
import { defaultSettings, type Plan } from "@/lib/sandbox/brevo/settings";
import { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandIn, StandInAnswer, StandInHost, StandInRequest } from "@/lib/sandbox/contract";

export interface BrevoStandInOptions {
  /** The keys it accepts from the start; default one, `DEMO_API_KEY`. */
  apiKeys?: readonly string[];
  plan?: Plan;
  /** false switches the rate limits off (benchmarks). The headers stay. */
  limits?: boolean;
  /** Runs a lost write later; default a timer. Tests with their own clock pass theirs. */
  later?(delayMs: number, run: () => void): void;
}

/** The stand-in with direct ways in for tests that share its process. */
export interface BrevoStandIn extends StandIn {
  readonly name: "brevo";
  seed(data: SeedData): number;
  /** By id or address, as it is now, whatever readers of the API see. */
  findContact(key: number | string): StoredContact | undefined;
  allContacts(): StoredContact[];
  counters(): Alarms & { byCall: Record<string, number> };
  /** @throws when there is no such contact */
  actAsMerchant(key: number | string, action: MerchantAction): void;
}

/** Of no account anywhere. */
export const DEMO_API_KEY = "demo-brevo-key";

/** Makes a stand-in for Brevo's v3 API with an empty account. Facts and their sources: openapi.json, contradictions.json; guesses are marked where made. */
export function createBrevoStandIn(host: StandInHost, options: BrevoStandInOptions = {}): BrevoStandIn {
  const { apiKeys = [DEMO_API_KEY], plan = "free", limits = true, later = startTimer } = options;
  const store = new BrevoStore(host, defaultSettings(apiKeys, plan, limits));
  const context: ExchangeContext = {
    store,
    limiter: new RateLimiter(),
    lag: new ReadLag(),
    byCall: new Map(),
    later,
    journalLate: (call, subject, status, committed) =>
      host.journal({
        call,
        subject,
        status,
        fault: "late-commit",
        committed,
        answered: false,
        body: null,
      }),
  };
  const find = (key: number | string) =>
    typeof key === "number" ? store.contacts.get(key) : store.findBy("email", key.toLowerCase());
  return {
    name: "brevo",
    knownFaults: BREVO_FAULTS,
    handle: async (request) => answerRequest(context, host, request),
    control: async (request) => answerBrevoControl(context, request),
    apply(change) {
      store.apply(change);
      if (change.kind !== "reset") return;
      context.limiter.clear();
      context.lag.clear();
      context.byCall.clear();
    },
    snapshot: () => store.snapshot(),
    seed: (data) => seedAccount(store, data),
    findContact: find,
    allContacts: () => [...store.contacts.values()],
    counters: () => ({
      ...store.alarms,
      byCall: Object.fromEntries(context.byCall),
    }),
    actAsMerchant(key, action) {
      const contact = find(key);
      if (!contact) throw new Error("The Brevo stand-in holds no such contact.");
      actAsMerchant(store, contact, action);
    },
  };
}

/** Runs a request and writes its line of the journal. */
function answerRequest(context: ExchangeContext, host: StandInHost, request: StandInRequest): StandInAnswer {
  const call = `${request.method} ${request.path}`;
  const fault = host.strike(call);
  const { answer, status, committed, subject, body } = runExchange(context, request, fault);
  const answered = answer.transport === undefined || answer.transport === "answer";
  host.journal({
    call,
    subject,
    status,
    fault: fault?.fault ?? null,
    committed,
    answered,
    body: body ?? null,
  });
  return answer;
}

function startTimer(delayMs: number, run: () => void): void {
  setTimeout(run, delayMs).unref();
}
