import { afterAll, expect, test } from "vitest";
import { type Database, openDatabase } from "@/lib/db/client";
import { createLeaseStore } from "@/lib/db/stores/leases";
import { TIMING } from "@/lib/runner/timing";
import { dbWorld, mintSync, startRun, take } from "./world";

/*
 * Behind a pooler in transaction mode a client's transactions come to any of the server's sessions. Here every transaction goes to the next of three.
 */

const SESSIONS = 3;
const world = await dbWorld();
const { owner, keys, url } = world;
const sessions = Array.from({ length: SESSIONS }, () => openDatabase(url, { connections: 1 }));
afterAll(() => Promise.all(sessions.map((session) => session.$client.end())));
/** Sessions in the order in which they got a transaction. */
const used: number[] = [];

/** What a lease store needs of a database: single statements, and transactions. */
function pooled(): Database {
  const next = () => {
    const at = used.length % SESSIONS;
    used.push(at);
    const session = sessions[at];
    if (!session) throw new Error("no session");
    return session.$client;
  };
  const statement = (...given: Parameters<Database["$client"]>) => next()(...given);
  const begin = (work: Parameters<Database["$client"]["begin"]>[1]) => next().begin(work);
  return { $client: Object.assign(statement, { begin }) } as unknown as Database;
}

const leases = createLeaseStore(pooled(), keys);
const advisoryLocks = async () => (await owner`select 1 from pg_locks where locktype = 'advisory'`).length;

test("R8: taken on one session, beaten on another, given back on a third: no lease is stranded, and no session keeps a lock", async () => {
  const sync = await mintSync(world);
  for (let life = 1; life <= 6; life++) {
    const run = await startRun(world, sync);
    const from = used.length;
    const answer = await take({ leases }, run);
    if (answer.kind !== "taken") throw new Error(`life ${life}: ${answer.kind}`);
    expect(answer.lease.epoch).toBe(life);
    expect(await leases.beat(answer.lease, TIMING)).toMatchObject({ stop: null });
    expect(await advisoryLocks()).toBe(0);
    await leases.finish(answer.lease, { state: "succeeded", failure: null, verdict: null }, () => null);
    expect(new Set(used.slice(from)).size).toBe(SESSIONS);
  }
  const idle = await owner`
    select 1 from pg_stat_activity where application_name = 'nightpost' and datname = current_database() and state like 'idle in transaction%'`;
  expect(idle).toHaveLength(0);
});

test("R8: a client that vanished leaves a lease that expires, though the session it took it on lives and serves others", async () => {
  const sync = await mintSync(world);
  const [dead, next] = [
    await startRun(world, sync),
    await startRun(world, sync, { lane: "manual", requestedBy: "user" }),
  ];
  expect((await take({ leases }, dead)).kind).toBe("taken");
  // Every session has served somebody since.
  for (let n = 0; n < SESSIONS; n++) expect((await take({ leases }, next)).kind).toBe("busy");
  await owner`update leases set expires_at = clock_timestamp() - interval '1 ms', beat_at = beat_at - interval '15 min' where sync_id = ${sync.syncId}`;
  expect(await take({ leases }, next)).toMatchObject({ kind: "taken", lease: { epoch: 2 } });
});

test("R8: twenty at once over three sessions: one gets the lease", async () => {
  const sync = await mintSync(world);
  const run = await startRun(world, sync);
  const answers = await Promise.all(Array.from({ length: 20 }, () => take({ leases }, run)));
  expect(answers.filter(({ kind }) => kind === "taken")).toHaveLength(1);
});
