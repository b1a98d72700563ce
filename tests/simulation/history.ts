import type { CustomerRecord } from "@/lib/rules/customer";
import { customer } from "../support/world/shop";
import type { Engine } from "./engine";
import type { SimulatedWorld } from "./world";

const SECOND = 1000;
const MINUTE = 60_000;

/** What happens to the shop and what people do, in one seed: planned at the start, from its randomness alone. */
export class History {
  private ids = 0;
  /** Records with a change on its way: their row is locked until it is visible. */
  private readonly locked = new Set<string>();

  constructor(
    private readonly world: SimulatedWorld,
    private readonly engine: Pick<Engine, "announce">,
  ) {}

  /** Puts the first customers in and plans what follows until then. */
  plan(forMs: number): void {
    const { simulation } = this.world;
    const { prng } = simulation;
    const some = prng.between(3, 9);
    for (let n = 0; n < some; n++) this.create(prng.between(0, 48 * 60) * MINUTE);
    for (let n = prng.between(10, 34); n > 0; n--) simulation.in(prng.between(0, forMs), () => this.changeShop());
    const acts = prng.between(0, simulation.profile.peopleActs);
    for (let n = acts; n > 0; n--) simulation.in(prng.between(MINUTE, forMs), () => this.act());
    for (let n = prng.between(0, simulation.profile.manualRuns); n > 0; n--)
      simulation.in(prng.between(MINUTE, forMs), () => this.askForRun());
    if (simulation.profile.readIncidents > 0)
      for (let n = prng.between(0, simulation.profile.readIncidents); n > 0; n--)
        simulation.in(prng.between(0, forMs), () => this.world.shop.beginIncident());
    for (let at = 10 * MINUTE; at < forMs; at += 10 * MINUTE)
      simulation.in(at, () => prng.chance(0.5) && this.resume());
  }

  /** A person looks after what stands: nothing is left paused, disconnected or unpublished. */
  resume(): void {
    const { state } = this.world;
    state.connections.source = true;
    state.connections.destination = true;
    if (state.sync.state === "paused") this.world.makeLive(state.sync.livePublicationId);
  }

  /** The record changes within the next minute. */
  changeSoon(id: string): void {
    const { prng } = this.world.simulation;
    if (prng.chance(0.5)) this.world.simulation.in(prng.between(SECOND, MINUTE), () => this.editAgain(id));
  }

  private create(agoMs: number): void {
    const { shop, simulation } = this.world;
    const { prng } = simulation;
    const id = String(++this.ids);
    const record = customer(id, shop.serverTimeMs - agoMs, { firstName: "v1" });
    if (prng.chance(0.15)) record.email = { ...emailOf(record), state: prng.pick(["NOT_SUBSCRIBED", "PENDING"]) };
    if (simulation.profile.sharedAddresses && prng.chance(0.3))
      record.email = { ...emailOf(record), address: `c${prng.between(1, this.ids)}@example.com` };
    shop.put(record, simulation.nowMs - agoMs);
  }

  private changeShop(): void {
    const { prng, profile } = this.world.simulation;
    const rolled = prng.fraction();
    const record = prng.pick(this.world.shop.living());
    if (rolled < 0.1) this.create(0);
    else if (rolled < 0.15 && profile.vanishes && this.world.shop.records.size > 2) this.vanish(record.id);
    else if (rolled < 0.25 && profile.changesAddress) this.edit(record, { email: this.newAddress(record) });
    else if (rolled < 0.28 && profile.erased) this.eraseContact(record);
    else if (rolled < 0.5) this.edit(record, { email: this.flippedConsent(record) });
    else {
      this.edit(record, this.newContent(record));
      // A second change within the same second: the content differs, `updatedAt` does not.
      if (prng.chance(0.25)) this.world.simulation.in(prng.between(1, 400), () => this.editAgain(record.id));
    }
  }

  private newContent(record: CustomerRecord): Partial<CustomerRecord> {
    const { prng } = this.world.simulation;
    // Few values, so that content comes back: A, B, A.
    return prng.chance(0.7)
      ? { firstName: prng.pick(["A", "B", `v${this.world.simulation.tally.steps}`]) }
      : { numberOfOrders: record.numberOfOrders + 1 };
  }

  private flippedConsent(record: CustomerRecord): CustomerRecord["email"] {
    const email = emailOf(record);
    const state =
      email.state === "SUBSCRIBED" ? this.world.simulation.prng.pick(["UNSUBSCRIBED", "NOT_SUBSCRIBED"]) : "SUBSCRIBED";
    return { ...email, state, updatedAtMs: this.world.shop.serverTimeMs };
  }

  private newAddress(record: CustomerRecord): CustomerRecord["email"] {
    const { prng } = this.world.simulation;
    const address = prng.chance(0.3)
      ? emailOf(prng.pick(this.world.shop.living())).address
      : `c${record.id}-${prng.between(1, 3)}@example.com`;
    return { ...emailOf(record), address };
  }

  /** A change, visible at once or, as commits go, later: `updatedAt` is when it began. */
  private edit(record: CustomerRecord, changes: Partial<CustomerRecord>): void {
    const { shop, simulation } = this.world;
    const { prng } = simulation;
    if (this.locked.has(record.id)) return;
    const changed = { ...record, ...changes, updatedAtMs: Math.max(shop.serverTimeMs, record.updatedAtMs) };
    const rolled = prng.fraction();
    const delayMs = rolled < 0.7 ? 0 : rolled < 0.95 ? prng.between(0, 5 * SECOND) : prng.between(0, 9 * MINUTE);
    this.locked.add(record.id);
    const commit = () => {
      this.locked.delete(record.id);
      if (shop.records.has(record.id)) shop.put(changed);
    };
    if (delayMs === 0) commit();
    else simulation.in(delayMs, commit);
  }

  private editAgain(id: string): void {
    const { shop } = this.world;
    const current = shop.records.get(id)?.current;
    if (!current || this.locked.has(id)) return;
    shop.put({
      ...current,
      ...this.newContent(current),
      updatedAtMs: Math.max(shop.serverTimeMs, current.updatedAtMs),
    });
  }

  private vanish(id: string): void {
    this.world.shop.remove(id);
  }

  private eraseContact(record: CustomerRecord): void {
    this.world.account.erase(emailOf(record).address);
    this.world.simulation.note(() => `merchant erases the contact of ${record.id}`);
  }

  private act(): void {
    const { world } = this;
    const { simulation, state } = world;
    const { prng } = simulation;
    const act = prng.pick(["publish", "roll_back", "pause", "cancel", "rotate"] as const);
    simulation.note(() => `person: ${act}`);
    switch (act) {
      case "publish":
        world.publish();
        return;
      case "roll_back":
        world.makeLive(prng.pick([...world.publications.keys()]));
        return;
      case "pause":
        state.sync.state = "paused";
        simulation.in(prng.between(MINUTE, 40 * MINUTE), () => this.resume());
        return;
      case "cancel": {
        const [run] = world.activeRuns();
        if (run) run.cancelRequested = true;
        return;
      }
      case "rotate":
        state.connections.source = false;
        simulation.in(prng.between(SECOND, 3 * MINUTE), () => {
          state.connections.source = true;
          state.sync.changedAtMs = simulation.nowMs;
        });
        return;
    }
  }

  private askForRun(): void {
    const { simulation, state, shop } = this.world;
    if (state.sync.state !== "active") return;
    const fromMs =
      simulation.profile.manualFromDate && simulation.prng.chance(0.5)
        ? shop.serverTimeMs - simulation.prng.between(1, 180) * MINUTE
        : null;
    const { lateEffects, freezesAtSocket, resendsWhileLate } = simulation.profile;
    const mayResend = resendsWhileLate || (lateEffects === 0 && !freezesAtSocket);
    const resend = mayResend && simulation.prng.chance(0.2);
    const runId = this.world.request("manual", { fromMs, resend });
    if (runId !== null) this.engine.announce(runId);
  }
}

function emailOf(record: CustomerRecord): NonNullable<CustomerRecord["email"]> {
  if (!record.email) throw new Error("customers of the simulation have an address");
  return record.email;
}
