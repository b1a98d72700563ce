import type { ShopifyControl } from "@/lib/sandbox/client";
import type { CustomerEdit, ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { sleep } from "../../scripts/lib/processes.mjs";
import type { Prng } from "../simulation/prng";
import { addressOf, second, subscribed } from "./population";

/** Shop edits a second, about. Few enough that what waits between two runs stays below the mass-change guard. */
const EDITS_A_SECOND = 5;

/** A merchant's shop that never rests: versions, opt-outs and their revocation, moves, deletions, new customers. */
export class ShopEditor {
  /** Addresses whose owner opted out at some time: the account may have them blocklisted for ever. */
  readonly everOptedOut = new Set<string>();
  /** Addresses that could be written at some time. */
  readonly everConsented = new Set<string>();
  edits = 0;
  private version = 0;
  private stopped = false;
  private loop: Promise<void> | undefined;
  private readonly known = new Map<string, ShopCustomer>();

  constructor(
    private readonly shopify: ShopifyControl,
    private readonly prng: Prng,
  ) {}

  async start(): Promise<void> {
    for (const customer of (await this.shopify.truth()).customers) this.remember(customer);
    this.loop = this.keepEditing();
  }

  /** @throws what an edit threw */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.loop;
  }

  private async keepEditing(): Promise<void> {
    while (!this.stopped) {
      await this.editOnce();
      this.edits++;
      await sleep(this.prng.between(0, 2000 / EDITS_A_SECOND));
    }
  }

  private async editOnce(): Promise<void> {
    const customer = this.prng.pick([...this.known.values()]);
    const dice = this.prng.fraction();
    if (dice < 0.05) return this.remember(await this.shopify.createCustomer(this.newcomer()));
    if (dice < 0.09) {
      this.known.delete(customer.id);
      return this.shopify.deleteCustomer(customer.id);
    }
    this.remember(await this.shopify.editCustomer(customer.id, this.changeOf(customer, dice)));
  }

  private changeOf(customer: ShopCustomer, dice: number): CustomerEdit {
    const { email } = customer;
    const now = Date.now();
    if (dice < 0.25 && email) return { email: flipped(email, now) };
    if (dice < 0.37 && email) {
      const move = Number(/\.(\d+)@/.exec(email.address)?.[1]) + 1;
      return { firstName: this.nextVersion(), email: { ...email, address: addressOf(customer.id, move) } };
    }
    return { firstName: this.nextVersion() };
  }

  private newcomer() {
    const id = String(9001 + this.version);
    return { id, firstName: this.nextVersion(), lastName: id, email: subscribed(addressOf(id, 0), Date.now() - 1000) };
  }

  private remember(customer: ShopCustomer): void {
    this.known.set(customer.id, customer);
    if (!customer.email) return;
    if (customer.email.marketingState === "SUBSCRIBED") this.everConsented.add(customer.email.address);
    else if (customer.email.marketingState === "UNSUBSCRIBED") this.everOptedOut.add(customer.email.address);
  }

  private nextVersion(): string {
    this.version++;
    return `v${this.version}`;
  }
}

/** Who is subscribed opts out; who is not, or no longer, subscribes. */
function flipped(email: NonNullable<ShopCustomer["email"]>, nowMs: number): ShopCustomer["email"] {
  if (email.marketingState === "SUBSCRIBED")
    return { ...email, marketingState: "UNSUBSCRIBED", marketingUpdatedAt: second(nowMs) };
  const level = { marketingState: "SUBSCRIBED", marketingOptInLevel: "SINGLE_OPT_IN" };
  return { ...email, ...level, marketingUpdatedAt: second(nowMs - 1000) };
}
