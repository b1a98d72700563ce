import { afterAll, beforeAll, expect, test } from "vitest";
import { appendActivity } from "@/lib/db/append-activity";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { verifyActivity } from "@/lib/db/verify-activity";
import { dbWorld, mintSync } from "../world";

/*
 * Guarantees the audit log: one chain per workspace whatever the number of connections, and every change in the database is found.
 */

const world = await dbWorld();
const { owner, url, db } = world;
const KEY = Buffer.alloc(32, 3);
const others: Database[] = [1, 2, 3].map(() => openDatabase(url, { connections: 4 }));
afterAll(() => Promise.all(others.map((one) => one.$client.end())));

const add = (workspaceId: string, verb: string, through = db, details = {}) =>
  inWorkspace(
    workspaceId,
    ({ raw }) =>
      appendActivity(
        raw,
        workspaceId,
        { actorKind: "system", actorId: null, verb, subjectKind: "sync", subjectId: "s", details },
        KEY,
      ),
    through,
  );

/** As the owner of the database, past the triggers. */
async function tamper(...statements: string[]): Promise<void> {
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    for (const statement of statements) await sql.unsafe(statement);
  });
}

let workspaceId = "";
beforeAll(async () => {
  workspaceId = (await mintSync(world)).workspaceId;
  for (let n = 1; n <= 5; n++)
    await add(workspaceId, `sync.step_${n}`, db, { n, ratio: 0.1 + n, text: "ä\u2028€", deep: { a: [1, null] } });
});

test("forty entries of two workspaces through four pools at once make two chains without gaps", async () => {
  const [a, b] = [(await mintSync(world)).workspaceId, (await mintSync(world)).workspaceId];
  const pools = [db, ...others];
  await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 ? a : b, `sync.at_once_${n}`, pools[n % 4])));
  const rows = await owner`select workspace_id, count(*)::int as n, max(seq)::int as last from activity
    where workspace_id in (${a}, ${b}) group by 1`;
  expect(rows.map(({ n, last }) => [n, last])).toEqual([
    [20, 20],
    [20, 20],
  ]);
  const { heads } = await verifyActivity(KEY, [], db);
  expect(heads.filter((head) => [a, b].includes(head.workspaceId)).map(({ seq }) => seq)).toEqual([20, 20]);
});

test("an entry of a transaction that is rolled back leaves no gap", async () => {
  const { workspaceId: id } = await mintSync(world);
  await add(id, "sync.one");
  const undone = inWorkspace(
    id,
    async ({ raw }) => {
      const entry = { actorKind: "system", actorId: null, verb: "x.y", subjectKind: "s", subjectId: "s" } as const;
      await appendActivity(raw, id, entry, KEY);
      throw new Error("undone");
    },
    db,
  );
  await expect(undone).rejects.toThrow("undone");
  await add(id, "sync.two");
  const rows = await owner`select seq::int, verb from activity where workspace_id = ${id} order by seq`;
  expect([...rows]).toEqual([
    { seq: 1, verb: "sync.one" },
    { seq: 2, verb: "sync.two" },
  ]);
});

test("the app can neither move the head nor add an entry beside the chain, nor see another workspace's", async () => {
  const attempt = (statement: string) => inWorkspace(workspaceId, ({ raw }) => raw.unsafe(statement), db);
  await expect(attempt("update activity_heads set seq = 1")).rejects.toMatchObject({ code: "42501" });
  await expect(attempt("delete from activity_heads")).rejects.toMatchObject({ code: "42501" });
  const columns = "workspace_id, actor_kind, verb, subject_kind, subject_id, seq, prev_hash, hash, seal";
  const forged = (seq: string) => `insert into activity (${columns})
    values ('${workspaceId}', 'system', 'sync.forged', 'sync', 's', ${seq}, 'p', 'h', 's')`;
  for (const seq of ["6", "7", "1", "null"])
    await expect(attempt(forged(seq)), seq).rejects.toMatchObject({ code: "23001" });
  const { workspaceId: other } = await mintSync(world);
  await add(other, "sync.theirs");
  const seen = await inWorkspace(workspaceId, ({ raw }) => raw`select workspace_id from activity_heads`, db);
  expect(seen.map((row) => row.workspace_id)).toEqual([workspaceId]);
});

const CASES: [what: string, fault: string, seq: number, statements: string[], undo: string[]][] = [
  [
    "an edited verb",
    "edited",
    2,
    ["update activity set verb = 'sync.other' where seq = 2 and W"],
    ["update activity set verb = 'sync.step_2' where seq = 2 and W"],
  ],
  [
    "an edited time",
    "edited",
    3,
    ["update activity set at = at + interval '1 hour' where seq = 3 and W"],
    ["update activity set at = at - interval '1 hour' where seq = 3 and W"],
  ],
  [
    "edited details",
    "edited",
    1,
    [`update activity set details = details || '{"n": 2}' where seq = 1 and W`],
    [`update activity set details = details || '{"n": 1}' where seq = 1 and W`],
  ],
  ["two that were swapped", "not_linked", 2, SWAP(), SWAP()],
];

function SWAP(): string[] {
  return [
    "update activity set seq = 99 where seq = 2 and W",
    "update activity set seq = 2 where seq = 3 and W",
    "update activity set seq = 3 where seq = 99 and W",
  ];
}

test.each(CASES)("%s is found, and named", async (_what, fault, seq, statements, undo) => {
  const here = (list: string[]) => list.map((one) => one.replaceAll(" W", ` workspace_id = '${workspaceId}'`));
  await tamper(...here(statements));
  expect((await verifyActivity(KEY, [], db)).broken).toEqual([
    { workspaceId, fault, seq, entryId: expect.any(String) },
  ]);
  await tamper(...here(undo));
  expect((await verifyActivity(KEY, [], db)).broken).toEqual([]);
});

test("a deleted entry, a cut end and an emptied log are found; a cut with its head by what was kept elsewhere", async () => {
  const found = async (kept: Awaited<ReturnType<typeof verifyActivity>>["heads"] = []) =>
    (await verifyActivity(KEY, kept, db)).broken.map(({ fault, seq }) => [fault, seq]);
  const mine = `workspace_id = '${workspaceId}'`;
  const { heads } = await verifyActivity(KEY, [], db);
  expect(await found(heads)).toEqual([]);
  await tamper(
    "create table kept_activity as select * from activity",
    `delete from activity where seq = 3 and ${mine}`,
  );
  expect(await found()).toEqual([["gap", 4]]);
  await tamper(`delete from activity where seq > 2 and ${mine}`);
  expect(await found()).toEqual([["cut_off", 3]]);
  await tamper(
    `update activity_heads set seq = 2, hash = (select hash from activity where seq = 2 and ${mine}) where ${mine}`,
  );
  expect(await found()).toEqual([]);
  expect(await found(heads)).toEqual([["cut_off_since_kept", 3]]);
  await tamper(`delete from activity where ${mine}`, `delete from activity_heads where ${mine}`);
  expect(await found()).toEqual([["no_chain", 1]]);
  await tamper(
    `insert into activity select * from kept_activity where ${mine}`,
    `insert into activity_heads select workspace_id, max(seq), (array_agg(hash order by seq desc))[1] from activity where ${mine} group by 1`,
    "drop table kept_activity",
  );
  expect(await found(heads)).toEqual([]);
});

test("under another signing key nothing is in order", async () => {
  const { broken } = await verifyActivity(Buffer.alloc(32, 4), [], db);
  expect(broken.find((one) => one.workspaceId === workspaceId)).toMatchObject({ fault: "seal_differs", seq: 1 });
});

test("entries from before the chain are bound by its first", async () => {
  const { workspaceId: id } = await mintSync(world);
  await tamper(
    "alter table activity drop constraint activity_is_chained",
    `insert into activity (workspace_id, actor_kind, verb, subject_kind, subject_id) values ('${id}', 'system', 'sync.old', 'sync', 's')`,
  );
  await add(id, "sync.new");
  const of = async () => (await verifyActivity(KEY, [], db)).broken.filter((one) => one.workspaceId === id);
  expect(await of()).toEqual([]);
  await tamper(`update activity set verb = 'sync.older' where seq is null and workspace_id = '${id}'`);
  expect(await of()).toMatchObject([{ fault: "older_entries_changed", seq: 1 }]);
});
