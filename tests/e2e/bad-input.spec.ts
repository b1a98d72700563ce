import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { APIResponse, Page } from "@playwright/test";
import { DEMO_WORKSPACE_ID } from "@/lib/demo/workspace";
import { root } from "../../scripts/lib/paths.mjs";
import { expect, test } from "../support/journey-browser";
import { foreignIds } from "../support/journey-foreign";
import { readShop } from "../support/journey-stand-ins";
import { enterDemo, HOME } from "../support/journey-steps";

test.use({ instance: { name: "bad-input", timeScale: 20, customers: 60 } });

const STACK = /\n\s+at |node_modules|\.[cm]?[jt]sx?:\d+|PostgresError|ZodError/;

/** @returns its text, in which nothing of our insides may be */
async function safeText(answer: Pick<APIResponse, "text">): Promise<string> {
  const text = await answer.text();
  expect(text).not.toMatch(STACK);
  return text;
}

test("a malformed rule, broken JSON and an unknown attribute are each refused in words, and the draft stays", async ({
  page,
  prepared: { merchant, owner },
}) => {
  const syncId = await merchant.publishSuggested();
  const draft = async () => (await owner`select rule, revision from drafts where sync_id = ${syncId}`)[0];
  await enterDemo(page);
  await page.goto(`${HOME}/syncs/${syncId}/rule`);
  await keepVersionRunning(page);
  const before = await draft();
  // What a browser would send, falsified on its way.
  const send = async (from: string, to: string) => {
    const answers: string[] = [];
    await page.route(/\/rule$/, async (route) => {
      const body = route.request().postData() ?? "";
      expect(body).toContain(from);
      const response = await route.fetch({ postData: body.replace(from, to) });
      answers.push(await safeText(response));
      await route.fulfill({ response });
    });
    await changeSomething(page);
    await expect.poll(() => answers.length).toBe(1);
    await page.unroute(/\/rule$/);
    return answers[0];
  };
  expect(await send('"object":"customer"', '"object":"order"')).toContain('"status":"failed"');
  expect(await send('{"version":1', '{"version":1,,')).toContain("rule.errors.not_json");
  expect(await send('"version":1', '"surprise":1,"version":1')).toContain('"status":"failed"');
  await expect(page.getByText(/^Not saved/)).toBeVisible();
  expect(await draft()).toEqual(before);

  await send('"name":"FIRSTNAME"', '"name":"NO_SUCH_THING"');
  await page.reload();
  await expect(page.getByText("Brevo has no attribute NO_SUCH_THING.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish…" })).toBeDisabled();
  const [published] = await owner`select rule from publications where sync_id = ${syncId}`;
  expect(JSON.stringify(published?.rule)).not.toContain("NO_SUCH_THING");
});

/** The first change of a live sync asks what becomes of the running version. */
async function keepVersionRunning(page: Page): Promise<void> {
  await changeSomething(page);
  await page.getByRole("button", { name: /^Keep version 1 running/ }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
}

/** Changes a limit, which saves the draft. */
async function changeSomething(page: Page): Promise<void> {
  const calls = page.getByLabel("Calls to Brevo");
  await calls.fill(String(Number(await calls.inputValue()) + 1));
}

test("what is another workspace's and what does not exist are answered alike", async ({ page, prepared }) => {
  const { foreign, unknown } = await foreignIds(prepared);
  const [known] = await prepared.owner<
    { id: string }[]
  >`select id from syncs where workspace_id = ${DEMO_WORKSPACE_ID}`;
  const syncId = known?.id ?? (await prepared.merchant.publishSuggested());
  await enterDemo(page);
  const paths = (ids: typeof foreign) => [
    `/api/w/${ids.workspaceId}/syncs`,
    `/api${HOME}/runs/${ids.runId}`,
    `/api${HOME}/syncs/${ids.syncId}/previews/${ids.runId}`,
    `/w/${ids.workspaceId}/syncs`,
    `${HOME}/syncs/${ids.syncId}`,
    `${HOME}/syncs/${ids.syncId}/rule`,
    `${HOME}/syncs/${syncId}/runs/${ids.runId}`,
  ];
  const theirs = paths(foreign);
  for (const [index, nowhere] of paths(unknown).entries()) {
    const [one, other] = await Promise.all([page.request.get(theirs[index] ?? ""), page.request.get(nowhere)]);
    expect([one.status(), other.status()], nowhere).toEqual([404, 404]);
    expect(withoutIds(await safeText(one), foreign)).toBe(withoutIds(await safeText(other), unknown));
  }
  const noId = await page.request.get(`/api${HOME}/runs/..%2f..%2fetc`);
  expect([404, 422]).toContain(noId.status());
  await safeText(noId);
});

/** What a reader sees of an answer, without the ids that were asked for: a page's scripts are in another order each time. */
function withoutIds(text: string, ids: Record<string, string>): string {
  const shown = text.replace(/<script[^>]*>.*?<\/script>/gs, "").replace(/nonce="[^"]*"/g, "");
  return Object.values(ids).reduce((all, id) => all.replaceAll(id, "ID"), shown);
}

test("a body that is too large, of another kind or of another site is refused before anything reads it", async ({
  page,
  prepared: { app },
}) => {
  await enterDemo(page);
  const post = (options: Parameters<typeof page.request.post>[1]) => page.request.post(`${HOME}/syncs`, options);
  const form = { "content-type": "multipart/form-data; boundary=x", origin: app.url };
  const answers = [
    await post({ headers: form, data: Buffer.alloc(2 * 1024 * 1024, "a") }),
    await post({ headers: { "content-type": "application/json", origin: app.url }, data: "{" }),
    await post({ headers: { ...form, origin: "https://elsewhere.example" }, data: "--x--" }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([413, 415, 403]);
  for (const answer of answers) {
    expect(answer.headers()["content-type"]).toBe("application/problem+json");
    expect(JSON.parse(await safeText(answer))).toMatchObject({ code: expect.any(String), title: expect.any(String) });
  }
  const broken = await page.request.post("/api/inngest", {
    headers: { "content-type": "application/json" },
    data: "{",
  });
  expect(broken.status()).toBeGreaterThanOrEqual(400);
  expect(broken.status()).toBeLessThan(500);
  await safeText(broken);
});

test("a file that is no customer export is named as such with exit code 2, and the shop is as before", async ({
  prepared: { app, shopify },
}) => {
  const before = await readShop(shopify);
  const contents = {
    "picture.png": Buffer.from("89504e470d0a1a0a0000000d", "hex"),
    "other.csv": "a,b\n1,2\n",
    "none.csv": "",
  };
  for (const [name, content] of Object.entries(contents)) {
    const file = path.join(app.dataDir, name);
    fs.writeFileSync(file, content);
    const env = { ...process.env, NIGHTPOST_DATA_DIR: app.dataDir };
    const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "scripts/sandbox-load.ts", file], {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(status, name).toBe(2);
    expect(stderr).toContain("Nothing was loaded.");
    expect(stderr).not.toMatch(STACK);
  }
  expect(await readShop(shopify)).toEqual(before);
});
