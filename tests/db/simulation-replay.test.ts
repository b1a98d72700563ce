import { afterAll, expect, inject, test } from "vitest";
import { profileOf } from "../simulation/profile";
import { openReplays } from "../simulation/sql/replay-seed";

const replays = await openReplays(inject("testAdminUrl"), inject("testTemplate"));
const { owner, setClock } = replays.database;
afterAll(() => replays.close());

/** Of the full profile fewer: its courses last a day longer. */
const SEEDS = { base: 10, full: 4 };

test("Postgres's clock stands where it is set, for statements and for every default of a time", async () => {
  const thenMs = Date.UTC(2031, 4, 6, 7, 8, 9, 123);
  await setClock(thenMs);
  const [clock] = await owner`select epoch_ms(clock_timestamp()) as now`;
  expect(clock).toEqual({ now: thenMs });
  const [told] = await owner`
    insert into scheduler_ticks (name, at) values ('replay', clock_timestamp()) returning epoch_ms(at) as at`;
  expect(told).toEqual({ at: thenMs });
  const real = await owner`
    select c.relname, pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d join pg_class c on c.oid = d.adrelid
    where pg_get_expr(d.adbin, d.adrelid) like '%pg_catalog.clock_timestamp%' and c.relname <> 'previews'`;
  expect([...real]).toEqual([]);
});

test("one wrong default in Postgres is noticed by the first answer that shows it", async () => {
  await owner`alter table pending alter column mark set default 2`;
  const { wrong } = await replays.replay(1, profileOf("base"), { every: 0 });
  await owner`alter table pending alter column mark set default 1`;
  expect(wrong[0]).toMatch(/deliveries\.openBatch\.pending\.0\.mark: memory 1, Postgres 2/);
});

test.each(["base", "full"] as const)(
  "profile %s: the same courses of events on the SQL stores end in the same state as on the stores in memory",
  async (name) => {
    const wrong: string[] = [];
    const done = { transactions: 0, crashes: 0, lostAnswers: 0 };
    for (let seed = 1; seed <= SEEDS[name]; seed++) {
      const replay = await replays.replay(seed, profileOf(name), { every: 100 });
      wrong.push(...replay.wrong.map((what) => `seed ${seed}: ${what}`));
      done.transactions += replay.calls;
      done.crashes += replay.report.crashes;
      done.lostAnswers += replay.report.lostAnswers;
    }
    expect(wrong).toEqual([]);
    // A course without faults would prove nothing.
    expect(done.transactions).toBeGreaterThan(SEEDS[name] * 200);
    expect(done.crashes + done.lostAnswers).toBeGreaterThan(SEEDS[name]);
  },
  300_000,
);
