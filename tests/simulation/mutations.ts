import type { DeliveryStore } from "@/lib/runner/delivery-port";
import type { Destination } from "@/lib/runner/destination-port";
import type { Source } from "@/lib/runner/reading-ports";
import type { Timing } from "@/lib/runner/timing";
import type { StoreGuards } from "../support/world/memory-state";

/** A guard taken out of the world around the runner. */
export interface Mutation {
  /** Violations that another guard would raise first, and are not looked at. */
  ignores?: readonly string[];
  storeGuards?: Partial<StoreGuards>;
  timing?: Partial<Timing>;
  deliveries?: (store: DeliveryStore) => DeliveryStore;
  source?: (source: Source) => Source;
  destination?: (destination: Destination) => Destination;
}
