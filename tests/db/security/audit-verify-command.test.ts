import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { runScript } from "../../support/run-script";
import { setName } from "../../support/set-name";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees `npm run audit:verify`: its exit code, the entry it names, and that a cut log is found by the heads it kept.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

test("exits with 0 on a whole log, with 1 on an edited or a cut one, and names the entry", async () => {
  const workspace = await mintWorkspace();
  for (const name of ["One", "Two", "Three"]) expect(await setName(workspace.owner, name)).toMatchObject({ ok: true });
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "nightpost-heads-"));
  const heads = path.join(dir, "heads.json");
  const verify = () => runScript("audit-verify.ts", ["--heads", heads], {});

  expect(await verify()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("whole: 3 entries in 1 workspaces"),
  });
  expect(JSON.parse(fs.readFileSync(heads, "utf8"))).toMatchObject([{ workspaceId: workspace.id, seq: 3 }]);

  const tamper = (statement: string) =>
    owner.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql.unsafe(statement);
    });
  await tamper(`update activity set details = details || '{"name": "Zwei"}' where seq = 2`);
  const edited = await verify();
  expect(edited.code).toBe(1);
  expect(edited.stderr).toContain(`BROKEN  workspace ${workspace.id}, entry 2 (`);
  await tamper(`update activity set details = details || '{"name": "Two"}' where seq = 2`);

  await tamper("delete from activity where seq = 3");
  await tamper("update activity_heads set seq = 2, hash = (select hash from activity where seq = 2)");
  const cut = await verify();
  expect(cut.code).toBe(1);
  expect(cut.stderr).toContain("entry 3: entries that were here when its head was kept are gone");
  fs.rmSync(dir, { recursive: true });
});
