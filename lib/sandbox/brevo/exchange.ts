import { countAlarms } from "@/lib/sandbox/brevo/alarms";
import { switchKey } from "@/lib/sandbox/brevo/control";
import { type Gate, passGate } from "@/lib/sandbox/brevo/gate";
import { identifyContact } from "@/lib/sandbox/brevo/identify";
import {
  asBrevoFault,
  type BrevoFault,
  isLineFault,
  isRefusal,
  type LineFault,
} from "@/lib/sandbox/brevo/known-faults";
import type { ReadLag } from "@/lib/sandbox/brevo/lag";
import { optOut } from "@/lib/sandbox/brevo/merchant";
import type { RateLimiter } from "@/lib/sandbox/brevo/rate";
import { refuseByFault, serverError, unreadableBody } from "@/lib/sandbox/brevo/refusals";
import { findRoute, type Route } from "@/lib/sandbox/brevo/routes";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { ScheduledFault, StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";

export interface ExchangeContext {
  store: BrevoStore;
  limiter: RateLimiter;
  lag: ReadLag;
  byCall: Map<string, number>;
  /** Runs a lost write later; its outcome is journalled then. */
  later(delayMs: number, run: () => void): void;
  journalLate(call: string, subject: string | null, status: number, committed: boolean): void;
}

/** What a request came to. `answer` is what leaves, `status` what the account decided (0: it never saw the request). */
interface Exchange {
  answer: StandInAnswer;
  status: number;
  committed: boolean;
  subject: string | null;
  body: unknown;
}

/** One request from arrival to answer, with the fault that strikes it, if any. */
export function runExchange(
  context: ExchangeContext,
  request: StandInRequest,
  scheduled: ScheduledFault | null,
): Exchange {
  const { store, byCall } = context;
  const route = findRoute(request);
  byCall.set(route.template, (byCall.get(route.template) ?? 0) + 1);
  const body = readJson(request.body);
  const alarms = countAlarms(store.alarms, body);
  if (alarms !== store.alarms) store.commit({ kind: "alarms-put", alarms });
  const one = {
    context,
    request,
    route,
    body,
    subject: nameSubject(route, body),
  };
  const fault = scheduled ? asBrevoFault(scheduled.fault) : null;
  if (fault !== null) interfere(one, fault);
  const { revision } = store;
  const outcome = scheduled && fault ? strike(one, fault, scheduled) : carryOut(one);
  const committed = store.revision !== revision;
  return { ...outcome, committed, subject: one.subject, body };
}

interface One {
  context: ExchangeContext;
  request: StandInRequest;
  route: Route;
  body: unknown;
  subject: string | null;
}
type Outcome = Pick<Exchange, "answer" | "status">;

/** The request without a fault: key, limits, then the route. */
function carryOut(one: One): Outcome {
  const gate = passGate(one.context.store, one.context.limiter, one.request);
  return withHeaders(gate, gate.refusal ?? runRoute(one));
}

function runRoute({ context, request, route, body }: One): StandInAnswer {
  const hasBody = request.method === "POST" || request.method === "PUT";
  if (hasBody && body === undefined) return unreadableBody();
  return route.run({
    store: context.store,
    lag: context.lag,
    query: request.query,
    body,
  });
}

function withHeaders(gate: Gate, answer: StandInAnswer): Outcome {
  return {
    answer: { ...answer, headers: { ...gate.headers, ...answer.headers } },
    status: answer.status,
  };
}

function strike(one: One, fault: BrevoFault, scheduled: ScheduledFault): Outcome {
  const { store, limiter } = one.context;
  if (isRefusal(fault)) {
    const refusal = refuseByFault(fault, scheduled, one.body, store.settings.semantics);
    if (!refusal) return carryOut(one);
    return withHeaders(passGate(store, limiter, one.request), refusal);
  }
  if (isLineFault(fault)) return spoilLine(one, fault, scheduled);
  return carryOut(one);
}

/** Faults of the account: the key ends, or the merchant acts on the contact of a write, an instant before the request. */
function interfere(one: One, fault: BrevoFault): void {
  const { store } = one.context;
  if (fault === "key-expired-mid-run") switchKey(store, "expire");
  const acts = fault === "optout-between-read-and-write" || fault === "delete-between-runs";
  if (!acts || one.request.method === "GET") return;
  const contact = findTarget(one);
  if (!contact) return;
  if (fault === "optout-between-read-and-write") optOut(store, contact);
  else store.commit({ kind: "contact-gone", id: contact.id });
}

function spoilLine(one: One, fault: LineFault, scheduled: ScheduledFault): Outcome {
  switch (fault) {
    case "reset-before-commit":
      return lost("reset");
    case "late-commit":
      commitLater(one, scheduled.delayMs ?? 3_000);
      return lost("reset");
    case "500-after-commit": {
      const { status, answer } = carryOut(one);
      const failure = serverError(scheduled.status);
      return {
        answer: {
          ...failure,
          headers: { ...answer.headers, ...failure.headers },
        },
        status,
      };
    }
    case "commit-then-hang":
      return withTransport(carryOut(one), "hang");
    case "commit-then-reset":
      return withTransport(carryOut(one), "reset");
    case "truncated-json": {
      const done = carryOut(one);
      return withTransport(done, done.answer.body === "" ? "reset" : "truncate");
    }
    case "slow": {
      const { answer, status } = carryOut(one);
      return {
        answer: { ...answer, delayMs: scheduled.delayMs ?? 3_000 },
        status,
      };
    }
    case "read-lag":
      return hideFromReaders(one, scheduled.delayMs ?? 5_000);
  }
}

function hideFromReaders(one: One, lagMs: number): Outcome {
  const { store, lag } = one.context;
  if (one.request.method === "GET") return carryOut(one);
  const before = findTarget(one);
  const done = carryOut(one);
  const after = findTarget(one) ?? (before && store.contacts.get(before.id));
  if (after) lag.hide(after.id, before, store.now().getTime(), lagMs);
  return done;
}

function commitLater(one: One, delayMs: number): void {
  const { store, later, journalLate } = one.context;
  later(delayMs, () => {
    const { revision } = store;
    const { status } = carryOut(one);
    journalLate(`${one.request.method} ${one.request.path}`, one.subject, status, store.revision !== revision);
  });
}

/** The contact that a write names, as things stand. */
function findTarget({ context, request, route, body }: One) {
  const { store } = context;
  if (route.identifier !== undefined) {
    const found = identifyContact(store, route.identifier, request.query.get("identifierType"));
    return "contact" in found ? found.contact : undefined;
  }
  const email = readEmail(body);
  return email ? store.findBy("email", email) : undefined;
}

function withTransport({ answer, status }: Outcome, transport: "hang" | "reset" | "truncate"): Outcome {
  return { answer: { ...answer, transport }, status };
}

const lost = (transport: "hang" | "reset"): Outcome => ({
  answer: { status: 500, headers: {}, body: "", transport },
  status: 0,
});

function nameSubject(route: Route, body: unknown): string | null {
  if (route.identifier === undefined) return readEmail(body) ?? null;
  try {
    return decodeURIComponent(route.identifier);
  } catch {
    return route.identifier;
  }
}

function readEmail(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("email" in body)) return undefined;
  return typeof body.email === "string" ? body.email.toLowerCase() : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
