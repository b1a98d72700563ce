import { customer } from "../../support/world/shop";
import { World } from "../../support/world/world";

/** A world with customers 1, 2, … whose consent is provable, changed an hour ago, a second apart. */
export function worldWith(count: number): World {
  const world = new World();
  const base = world.clock.nowMs() - 3_600_000;
  for (let n = 1; n <= count; n++) world.shop.put(customer(String(n), base + n * 1000));
  return world;
}
