import { customer } from "../../../support/world/shop";
import type { World } from "../../../support/world/world";

export const QUARTER_MS = 15 * 60_000;

/** Customers 1, 2, … whose consent is provable, changed an hour ago, a second apart unless told otherwise. */
export function fill(world: World, count: number, apartMs = 1000): World {
  const base = world.clock.nowMs() - 3_600_000;
  for (let n = 1; n <= count; n++) world.shop.put(customer(String(n), base + n * apartMs));
  return world;
}

export const bookmarkOf = (world: World) => world.state.bookmarks.get("scheduled")?.atMs ?? null;

/** Writes from the `after`th on are carried out and never answered: the process was killed under them. @returns when the first hangs */
export function killAfter(world: World, after: number): { killed: Promise<void>; mend: () => void } {
  const { account } = world;
  const write = account.write.bind(account);
  let left = after;
  let mended = false;
  let die: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    die = resolve;
  });
  account.write = async (input) => {
    if (mended || left-- > 0) return write(input);
    await write(input);
    die();
    return new Promise(() => undefined);
  };
  return {
    killed,
    mend: () => {
      mended = true;
      account.write = write;
    },
  };
}
