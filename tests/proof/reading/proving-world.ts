import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { World } from "@/tests/support/world/world";
import { openStruckShop, PAGE_ROWS, type StruckShop, wordsOf } from "./struck-shop";
import { idOf } from "./troubles";
import { holdAgainst } from "./truth";

const MINUTE_MS = 60_000;
export const INTERVAL_MS = 15 * MINUTE_MS;

/** The kinds of walk that are struck. */
export const WALKS = ["ordinary walk", "first walk, by id"] as const;
export type WalkName = (typeof WALKS)[number];

const SETTLED = 30;
const CHANGED = 26;
const TRADED = PAGE_ROWS + 2;

/** The real runner over memory stores, reading the real connector. */
export interface ProvingWorld {
  world: World;
  struck: StruckShop;
  /** A run from request to end. */
  run(sweep?: "daily" | "weekly"): Promise<RunTruth>;
  /** A quarter of an hour of an ordinary shop: more new customers than a page has rows. */
  trade(): void;
  /** How many contacts are not as the shop has them, whatever reads can see of it. */
  owed(): number;
  close(): Promise<void>;
}

/** One run, held against the truth. */
export interface RunTruth {
  state: string;
  green: boolean;
  verdict: string | null;
  failure: string | null;
  /** Whether something was looked at a second time, a minute later, before anything was sent of it. */
  lookedAgain: boolean;
  /** Receipts that failed or contradicted in any of its walks. */
  receipts: string[];
  findings: string[];
  /** Of what reads could have shown when it was requested, and has not changed since: what has not landed at its end. */
  missing: number;
  takenOff: number;
  /** Whether the bookmark has stayed below the oldest missing one; null: nothing is missing. */
  held: boolean | null;
}

/**
 * A shop of 30 settled customers whose first run is done, then 26 changes (three pages and a known record), of which the newest is a minute old; or, for
 * the first walk, 26 customers that nobody has read.
 */
export async function openProvingWorld(walk: WalkName): Promise<ProvingWorld> {
  const world = new World();
  const isDelivering = () => world.state.walks.at(-1)?.state === "judged";
  const struck = await openStruckShop(world.clock, isDelivering);
  world.ports.open = async () => ({
    source: struck.source,
    destination: world.account,
    limiter: { reserve: async () => ({ startInMs: 0, gapMs: 0 }) },
  });
  const proving: ProvingWorld = {
    ...{ world, struck, close: struck.close },
    run: (sweep) => runOnce(world, struck, sweep),
    trade: () => tradeOn(world, struck),
    owed: () => holdAgainst(struck.shop.state.customers.accepted.all(), world.account).missing.size,
  };
  const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  if (walk === "first walk, by id") {
    await fill(proving, ids(1, CHANGED), 70);
    return proving;
  }
  await fill(proving, ids(1, SETTLED), 70);
  for (let run = 0; run < 2; run++) {
    await proving.run();
    world.clock.advance(INTERVAL_MS);
  }
  await changeSome(proving);
  return proving;
}

/** Half of the changes are edits of settled customers, half are new ones; half a minute apart. */
async function changeSome({ world, struck }: ProvingWorld): Promise<void> {
  const { edits } = struck.shop;
  for (let n = 0; n < CHANGED; n++) {
    world.clock.advance(0.5 * MINUTE_MS);
    if (n % 2 === 0) edits.edit(idOf(1 + n / 2), { firstName: `Edited ${n}` });
    else edits.create(newCustomer(31 + (n - 1) / 2));
  }
  world.clock.advance(MINUTE_MS);
}

function tradeOn({ clock }: World, { shop }: StruckShop): void {
  const before = shop.state.customers.accepted.size;
  for (let n = 1; n <= TRADED; n++) {
    clock.advance(INTERVAL_MS / TRADED);
    shop.edits.create(newCustomer(1000 + before + n));
  }
}

async function fill({ world, struck }: ProvingWorld, numbers: readonly number[], minutesAgo: number): Promise<void> {
  const newestMs = world.clock.nowMs() - minutesAgo * MINUTE_MS;
  const stamp = (n: number) => `${new Date(newestMs - (numbers.length - n) * MINUTE_MS).toISOString().slice(0, 19)}Z`;
  struck.shop.edits.importMany(
    numbers.map((n) => ({ ...newCustomer(n), createdAt: stamp(n), updatedAt: stamp(n) })),
    true,
  );
}

const newCustomer = (n: number) => ({
  ...{ id: idOf(n), firstName: `First ${n}`, verifiedEmail: true },
  email: {
    address: `c${n}@example.test`,
    ...{ marketingState: "SUBSCRIBED", marketingOptInLevel: "CONFIRMED_OPT_IN" },
    marketingUpdatedAt: "2025-12-01T08:00:00Z",
  },
});

async function runOnce(world: World, struck: StruckShop, sweep?: "daily" | "weekly"): Promise<RunTruth> {
  const { customers } = struck.shop.state;
  const readable = customers.primary(world.clock.nowMs()).all();
  const from = world.state.walks.length;
  const looks = watchLooks(world);
  const run = await world.run("scheduled", sweep ? { kind: "sweep", sweep } : {});
  const now = holdAgainst(customers.accepted.all(), world.account);
  const missing = stillMissing(readable, struck, world.account).filter((address) => now.missing.has(address));
  const changedMs = readable.flatMap(({ email, updatedAt }) =>
    email && missing.includes(email.address) ? [Date.parse(updatedAt)] : [],
  );
  const bookmarkMs = world.state.bookmark("scheduled").atMs;
  return {
    ...{ state: run.brief.state, green: run.brief.state === "succeeded", verdict: run.verdict },
    ...{ failure: run.failure && wordsOf(run.failure), lookedAgain: looks.again },
    receipts: receiptsOf(world.state.walks.slice(from)),
    ...{ findings: [...world.state.findings.keys()], missing: missing.length, takenOff: now.takenOff },
    held: changedMs.length === 0 ? null : bookmarkMs === null || bookmarkMs < Math.min(...changedMs),
  };
}

function watchLooks({ ports: { leases } }: World): { again: boolean } {
  const looks = { again: false };
  const park = leases.park.bind(leases);
  leases.park = (lease, input) => {
    looks.again ||= input.secondLook;
    return park(lease, input);
  };
  return looks;
}

/** What was readable before the run and has not landed. What changed during the run is left out: it is the next one's. */
function stillMissing(readable: readonly ShopCustomer[], { shop }: StruckShop, account: World["account"]): string[] {
  const { accepted } = shop.state.customers;
  const moved = readable.filter(({ id, updatedAt }) => accepted.get(id)?.updatedAt !== updatedAt);
  const addresses = new Set(moved.flatMap(({ email }) => email?.address ?? []));
  return [...holdAgainst(readable, account).missing].filter((address) => !addresses.has(address));
}

const receiptsOf = (walks: World["state"]["walks"]): string[] => {
  const failed = walks.flatMap(({ evidence }) => evidence?.failedReceipts ?? []);
  const crossed = walks.flatMap(
    ({ evidence }) => evidence?.receipts?.contradictions.map(({ receipt }) => receipt) ?? [],
  );
  return [...new Set([...failed, ...crossed])].sort();
};
