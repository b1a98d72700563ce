/** The vendor's clock: ours plus the skew that is set, with microseconds that nobody else sees. */
export interface ShopClock {
  /** Epoch ms of our own clock; what visibility and lag are measured by. */
  hostMs(): number;
  /** Epoch ms of the vendor's clock. */
  shopMs(): number;
  /** Now on the vendor's clock, `2026-01-31T09:00:00.123456Z`; two stamps in one millisecond differ in their last digits. */
  stamp(): string;
  /** Now on the vendor's clock in whole seconds. */
  second(): string;
}

export function createShopClock(now: () => Date, skewMs: () => number): ShopClock {
  let lastMs = 0;
  let within = 0;
  const shopMs = () => now().getTime() + skewMs();
  return {
    hostMs: () => now().getTime(),
    shopMs,
    stamp() {
      const ms = shopMs();
      within = ms === lastMs ? Math.min(within + 1, 999) : 0;
      lastMs = ms;
      return `${new Date(ms).toISOString().slice(0, 23)}${String(within).padStart(3, "0")}Z`;
    },
    second: () => `${new Date(shopMs()).toISOString().slice(0, 19)}Z`,
  };
}
