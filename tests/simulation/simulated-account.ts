import type { ContactPayload } from "@/lib/rules/payload";
import { payloadDigest } from "@/lib/rules/payload-digest";
import type { Destination, LookUpAnswer, WriteAnswer, WriteTarget } from "@/lib/runner/destination-port";
import { failure } from "@/lib/runner/failures";
import type { Execution } from "./execution";
import type { Simulation } from "./simulation";

export interface Contact {
  id: string;
  address: string;
  attributes: ContactPayload["attributes"];
  lists: Set<number>;
  blocklisted: boolean;
  /** What was written to it last: content and sender. */
  lastWrite: { digest: string; recordId: string } | null;
}

/** One write that left a process, and what became of it. */
export interface Call {
  key: string;
  recordId: string;
  execution: Execution;
  runId: string;
  target: WriteTarget;
  payload: ContactPayload;
  digest: string;
  sentAtMs: number;
  applied: boolean;
  effectAtMs: number | null;
  created: boolean;
  /** The answer did not reach the runner in words it can rely on. */
  inDoubt: boolean;
}

type WriteInput = Parameters<Destination["write"]>[0];
type Fate = "answered" | "lost_before" | "lost_after" | "late" | "transient" | "permanent" | "refuses_all";

/** The account: contacts by id, answers that get lost, and every call that ever left for it. */
export class SimulatedAccount {
  readonly contacts = new Map<string, Contact>();
  readonly calls: Call[] = [];
  /** Addresses whose contact the merchant erased. */
  readonly erased = new Set<string>();
  /** Told before a call leaves and when its effect happens. */
  onLeave: (call: Call) => void = () => undefined;
  /** Told of a write that lands late: bad luck has it that the record changes meanwhile. */
  onLate: (recordId: string) => void = () => undefined;
  onEffect: (call: Call, contact: Contact | null) => void = () => undefined;
  private nextId = 1;

  constructor(private readonly simulation: Simulation) {}

  byAddress(address: string): Contact | undefined {
    for (const contact of this.contacts.values()) if (contact.address === address) return contact;
    return undefined;
  }

  /** The merchant erases a contact: it must not come back. */
  erase(address: string): void {
    const contact = this.byAddress(address);
    if (!contact) return;
    this.contacts.delete(contact.id);
    this.erased.add(address);
  }

  /** How an execution reaches it. @param recordOf the record whose open claim has this key */
  client(execution: Execution, runId: string, recordOf: (key: string) => string | null): Destination {
    return {
      write: (input) => this.write(execution, runId, recordOf(input.deliveryKey) ?? "unclaimed", input),
      lookUp: (input) => {
        const answerInMs = this.simulation.prng.between(60, 400);
        return execution.reach({
          name: "account.lookUp",
          kind: "destination",
          effectInMs: Math.floor(answerInMs / 2),
          answerInMs,
          effect: () => this.lookUp(input),
        });
      },
    };
  }

  private write(execution: Execution, runId: string, recordId: string, input: WriteInput): Promise<WriteAnswer> {
    if (execution.dead) return new Promise(() => undefined);
    const { simulation } = this;
    const call: Call = {
      ...{ key: input.deliveryKey, recordId, execution, runId, target: input.target, payload: input.payload },
      ...{ digest: payloadDigest(input.payload), sentAtMs: simulation.nowMs },
      ...{ applied: false, effectAtMs: null, created: false, inDoubt: false },
    };
    this.calls.push(call);
    simulation.tally.calls++;
    this.onLeave(call);
    return execution.reach(this.requestFor(call, this.decideFate()));
  }

  private decideFate(): Fate {
    const { profile, prng, faultsOn } = this.simulation;
    if (!faultsOn) return "answered";
    let rolled = prng.fraction();
    const falls = (probability: number) => {
      rolled -= probability;
      return rolled < 0;
    };
    if (falls(profile.doubt)) {
      if (prng.chance(profile.lateEffects)) return "late";
      return prng.chance(0.5) ? "lost_before" : "lost_after";
    }
    if (falls(profile.transient)) return "transient";
    if (falls(profile.permanent)) return "permanent";
    return falls(profile.refusesAll) ? "refuses_all" : "answered";
  }

  private requestFor(call: Call, fate: Fate) {
    const { prng, nowMs } = this.simulation;
    const answerInMs = prng.between(80, 600);
    const base = {
      name: `account.write ${call.recordId} ${call.payload.listIds.length > 0 ? "on" : "off"} ${call.key.slice(0, 6)}${fate === "answered" ? "" : ` (${fate})`}`,
      kind: "destination" as const,
      effectInMs: Math.floor(answerInMs / 2),
      answerInMs,
    };
    const nothing = (answer: WriteAnswer) => ({ ...base, effect: () => answer, answer });
    const timeout = { kind: "doubt", code: "timeout" } as const;
    if (fate === "late") this.onLate(call.recordId);
    call.inDoubt = fate === "lost_before" || fate === "lost_after" || fate === "late";
    switch (fate) {
      case "answered":
        return { ...base, effect: () => this.commit(call) };
      case "lost_before":
        return { ...nothing(timeout), answerInMs: prng.chance(0.5) ? 10_000 : answerInMs };
      case "lost_after":
        return {
          ...base,
          effect: () => this.commit(call),
          answer: timeout,
          answerInMs: prng.chance(0.5) ? 10_000 : answerInMs,
        };
      case "late":
        return {
          ...base,
          effect: () => this.commit(call),
          answer: timeout,
          answerInMs: 10_000,
          effectInMs: prng.between(10_000, 90_000),
        };
      case "transient":
        return nothing({ kind: "transient", failure: failure("destination.throttled", "429", nowMs + 10_000) });
      case "permanent":
        return nothing({ kind: "permanent", code: "invalid_parameter" });
      case "refuses_all":
        return nothing({ kind: "stop", failure: failure("destination.credential", "401") });
    }
  }

  private commit(call: Call): WriteAnswer {
    const { target, payload } = call;
    const found = this.find(target);
    if (!found && target.by === "id") {
      this.onEffect(call, null);
      return { kind: "erased" };
    }
    const contact: Contact = found ?? {
      ...{ id: String(this.nextId++), address: target.by === "address" ? target.address : "" },
      ...{ attributes: {}, lists: new Set<number>(), blocklisted: false, lastWrite: null },
    };
    this.contacts.set(contact.id, contact);
    call.applied = true;
    call.effectAtMs = this.simulation.nowMs;
    call.created = !found;
    this.onEffect(call, contact);
    contact.lastWrite = { digest: call.digest, recordId: call.recordId };
    Object.assign(contact.attributes, payload.attributes);
    for (const id of payload.listIds) contact.lists.add(id);
    for (const id of payload.unlinkListIds) contact.lists.delete(id);
    if (payload.emailBlacklisted) contact.blocklisted = true;
    // An upsert of an existing contact answers without its id: one more request asks for it.
    const calls = found && target.by === "address" ? 2 : 1;
    return { kind: "applied", destinationId: contact.id, created: !found, notes: [], calls };
  }

  private lookUp({ target, payload }: Parameters<Destination["lookUp"]>[0]): LookUpAnswer {
    const { simulation } = this;
    if (simulation.strikes(0.02)) return { kind: "failed", failure: failure("destination.unavailable", "503") };
    const contact = this.find(target);
    if (!contact) return { kind: "absent" };
    const matches =
      Object.entries(payload.attributes).every(([name, value]) => contact.attributes[name] === value) &&
      payload.listIds.every((id) => contact.lists.has(id)) &&
      payload.unlinkListIds.every((id) => !contact.lists.has(id)) &&
      (!payload.emailBlacklisted || contact.blocklisted);
    simulation.note(() => `  look-up: ${contact.id} ${matches ? "matches" : "differs"}`);
    return { kind: "found", destinationId: contact.id, blocklisted: contact.blocklisted, matches };
  }

  private find(target: WriteTarget): Contact | undefined {
    return target.by === "id" ? this.contacts.get(target.id) : this.byAddress(target.address);
  }
}
