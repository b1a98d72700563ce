import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { appendActivity } from "@/lib/db/append-activity";
import { inWorkspace } from "@/lib/db/client";
import { DatabaseRefused } from "@/lib/db/errors";
import { dbWorld, mintSync } from "./world";

const world = await dbWorld();
const { db, owner } = world;

const refusal = (work: Promise<unknown>) => work.then(() => "allowed").catch((error) => error);

test("not even the owner of the database changes, deletes or empties publications", async () => {
  const { publicationId } = await mintSync(world);
  for (const attempt of [
    owner`update publications set rule = '{}' where id = ${publicationId}`,
    owner`delete from publications where id = ${publicationId}`,
    owner`truncate publications cascade`,
  ])
    await expect(attempt).rejects.toMatchObject({ code: "23001" });
  const [row] = await owner`select digest from publications where id = ${publicationId}`;
  expect(row?.digest).toBe("d".repeat(64));
});

test("the app has no right to", async () => {
  const { workspaceId } = await mintSync(world);
  for (const statement of ["update publications set number = 9", "delete from publications"]) {
    const error = await refusal(inWorkspace(workspaceId, ({ raw }) => raw.unsafe(statement), db));
    expect(error).toBeInstanceOf(DatabaseRefused);
    expect(error.code).toBe("42501");
  }
});

test("the audit log is append-only, for the owner too", async () => {
  const { workspaceId, syncId } = await mintSync(world);
  await inWorkspace(
    workspaceId,
    ({ raw }) =>
      appendActivity(
        raw,
        workspaceId,
        { actorKind: "system", actorId: null, verb: "sync.paused", subjectKind: "sync", subjectId: syncId },
        Buffer.alloc(32, 1),
      ),
    db,
  );
  await expect(owner`update activity set verb = 'nothing'`).rejects.toMatchObject({ code: "23001" });
  await expect(owner`delete from activity`).rejects.toMatchObject({ code: "23001" });
  await expect(owner`truncate activity`).rejects.toMatchObject({ code: "23001" });
});

test("numbers are unique per sync, and a live publication is one of the sync's own", async () => {
  const [a, b] = [await mintSync(world), await mintSync(world)];
  await expect(owner`
    insert into publications (workspace_id, sync_id, number, rule, ends, digest, signature, published_by)
    select workspace_id, sync_id, number, rule, ends, digest, signature, published_by from publications where id = ${a.publicationId}`).rejects.toMatchObject(
    { constraint_name: "publications_number" },
  );
  await expect(
    owner`update syncs set live_publication_id = ${b.publicationId} where id = ${a.syncId}`,
  ).rejects.toMatchObject({ constraint_name: "syncs_live_publication" });
});

test("rows cannot point across workspaces", async () => {
  const [a, b] = [await mintSync(world), await mintSync(world)];
  await expect(
    owner`insert into drafts (sync_id, workspace_id, rule) values (${a.syncId}, ${b.workspaceId}, '{}')`,
  ).rejects.toMatchObject({ constraint_name: "drafts_sync" });
  await expect(owner`
    insert into runs (workspace_id, sync_id, lane, publication_id, requested_by)
    values (${a.workspaceId}, ${a.syncId}, 'manual', ${b.publicationId}, 'user')`).rejects.toMatchObject({
    constraint_name: "runs_publication",
  });
  await expect(
    inWorkspace(
      b.workspaceId,
      ({ raw }) => raw`insert into drafts (sync_id, workspace_id, rule) values (${a.syncId}, ${b.workspaceId}, '{}')`,
      db,
    ),
  ).rejects.toMatchObject({ constraint: "drafts_sync" });
});

test("a sync that is active is published; one that is paused says since when; words are known ones", async () => {
  const { workspaceId, syncId } = await mintSync(world);
  const refuse = (name: string) => ({ constraint_name: name });
  await expect(owner`update syncs set live_publication_id = null where id = ${syncId}`).rejects.toMatchObject(
    refuse("syncs_active_is_published"),
  );
  await expect(owner`update syncs set state = 'paused' where id = ${syncId}`).rejects.toMatchObject(
    refuse("syncs_paused_since"),
  );
  await expect(owner`update syncs set state = 'asleep' where id = ${syncId}`).rejects.toMatchObject({ code: "23514" });
  await expect(
    owner`insert into members (workspace_id, user_id, role) values (${workspaceId}, ${randomUUID()}, 'god')`,
  ).rejects.toMatchObject(refuse("members_role"));
});
