import type { Clock, Random } from "@/lib/kernel/clock";
import type { PublicationFault } from "@/lib/kernel/errors";
import type { DeliveryStore } from "./delivery-port";
import type { Destination, Limiter } from "./destination-port";
import type { LeaseStore, RunBrief } from "./lease-port";
import type { Source, WalkStore } from "./reading-ports";
import type { ReceiptStore } from "./receipt-port";
import type { Timing } from "./timing";

/*
 * All that the runner needs of the world. Stores speak for Postgres, Source for Shopify, Destination for Brevo.
 */

export interface PublicationProver {
  /** @returns the fault, or null if the signature is ours over this digest as this number of this sync */
  verify(claim: { syncId: string; number: number; digest: string; signature: string }): PublicationFault | null;
}

export interface RunnerPorts {
  /** Tells the operator about an exception that nobody foresaw; the run goes on as after a failed attempt. */
  report(error: unknown): void;
  clock: Clock;
  random: Random;
  timing: Timing;
  leases: LeaseStore;
  walks: WalkStore;
  receipts: ReceiptStore;
  deliveries: DeliveryStore;
  prover: PublicationProver;
  /** Opens both ends for one leg, with the credentials of the run's connections. @param how.freshToken with a new token of the source, where tokens run out */
  open(
    brief: RunBrief,
    how?: { freshToken: boolean },
  ): Promise<{ source: Source; destination: Destination; limiter: Limiter }>;
}
