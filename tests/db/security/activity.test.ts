import { afterAll, expect, test } from "vitest";
import { exportActivity } from "@/lib/use-cases/activity/export-activity";
import { listActivity } from "@/lib/use-cases/activity/list-activity";
import { readHead } from "@/lib/use-cases/activity/read-head";
import { setName } from "../../support/set-name";
import { testDb } from "../../support/test-db";
import { closeInstallation, mintWorkspace, prepareInstallation } from "../use-cases/syncs-world";

/*
 * Guarantees what people read of the audit log: newest first, page by page without loss, their own workspace's alone, and safe in a spreadsheet.
 */

const { url, sql: owner } = await testDb();
prepareInstallation(url);
afterAll(closeInstallation);

const shop = await mintWorkspace();
const names = Array.from({ length: 120 }, (_, n) => (n === 7 ? '=HYPERLINK("http://evil.example")' : `Name ${n}`));
for (const name of names) await setName(shop.owner, name);
const other = await mintWorkspace("Other");
await setName(other.owner, "Theirs");

async function walk(filter: Parameters<typeof listActivity>[1]) {
  const seen: string[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await listActivity(shop.viewer, { ...filter, before: before ?? undefined });
    if (!page.ok) throw new Error(page.error.code);
    seen.push(...page.value.lines.map((line) => String(line.details.name)));
    before = page.value.next;
  }
  return seen;
}

test("shows each entry once, newest first, over all pages, and nobody else's", async () => {
  expect(await walk({})).toEqual([...names].reverse());
  expect(await walk({ actor: shop.owner.user.id, about: "workspace" })).toHaveLength(120);
  expect(await walk({ actor: shop.editor.user.id })).toEqual([]);
  expect(await walk({ about: "sync" })).toEqual([]);
  const { value } = (await listActivity(shop.viewer, {})) as { value: { actors: unknown[]; nouns: string[] } };
  expect(value.nouns).toEqual(["workspace"]);
  expect(value.actors).toEqual([{ id: shop.owner.user.id, name: "owner of Atelier" }]);
});

test("a filter or cursor that cannot be read is none", async () => {
  const page = await listActivity(shop.viewer, { actor: "' or 1=1", about: "%", before: "x" } as never);
  expect(page).toMatchObject({ ok: true, value: { lines: { length: 50 } } });
});

test("the export has every entry, and no cell that a spreadsheet would carry out", async () => {
  await owner`update users set name = '@SUM(A1)' where id = ${shop.owner.user.id}`;
  const text = await new Response(exportActivity(shop.viewer, {})).text();
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(121);
  expect(lines.filter((line) => line.includes(`"'@SUM(A1)"`))).toHaveLength(120);
  for (const cell of text.matchAll(/(?:^|[,\n])"([^"])/g)) expect("=+-@\t\r").not.toContain(cell[1]);
  expect(text).not.toContain("Theirs");
});

test("the head that a merchant takes away is the last entry's, and nobody else's", async () => {
  const [mine, theirs] = [await readHead(shop.viewer, {}), await readHead(other.viewer, {})];
  expect(mine).toMatchObject({ value: { workspaceId: shop.id, seq: 120 } });
  expect(theirs).toMatchObject({ value: { workspaceId: other.id, seq: 1 } });
});
