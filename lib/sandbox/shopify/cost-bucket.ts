import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";

/** As in `extensions.cost.throttleStatus`. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

/** The leaky bucket of query points: filled at `restoreRate` a second up to `maximumAvailable`. */
export interface CostBucket {
  /** Takes the points if they are there. */
  take(points: number): boolean;
  /** Gives back what a query was charged too much. */
  refund(points: number): void;
  status(): ThrottleStatus;
}

export function createCostBucket(nowMs: () => number, limits: () => ShopifySettings["throttle"]): CostBucket {
  let spent = 0;
  let asOfMs = nowMs();

  function available(): number {
    const { maximumAvailable, restoreRate } = limits();
    const at = nowMs();
    spent = Math.max(0, spent - (Math.max(0, at - asOfMs) / 1000) * restoreRate);
    asOfMs = at;
    return maximumAvailable - spent;
  }

  return {
    take(points) {
      if (available() < points) return false;
      spent += points;
      return true;
    },
    refund(points) {
      spent = Math.max(0, spent - points);
    },
    status() {
      const currentlyAvailable = Math.max(0, Math.floor(available()));
      const { maximumAvailable, restoreRate } = limits();
      return { maximumAvailable, currentlyAvailable, restoreRate };
    },
  };
}
