import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/hooks/runs/[sync]/route";
import { openContext } from "@/lib/use-cases/context";
import { makeRunHookKey } from "@/lib/use-cases/run-hooks/make-key";
import { openDemoInstallation } from "./demo-installation";
import { type HookedShop, mintHookedShop } from "./hooked-shop";

const { db } = await openDemoInstallation();
let shop: HookedShop;
let key: string;

async function person(role: string) {
  const email = `${randomUUID()}@example.com`;
  const [user] = await db.sql`insert into users (name, email) values ('P', ${email}) returning id`;
  await db.sql`insert into members (workspace_id, user_id, role) values (${shop.workspaceId}, ${user?.id}, ${role})`;
  const context = await openContext({ id: user?.id, name: "P", email, signedInAtMs: Date.now() }, shop.workspaceId);
  if (!context) throw new Error("no context");
  return context;
}

async function makeKey(): Promise<string> {
  const made = await makeRunHookKey(await person("editor"), { syncId: shop.syncId });
  if (!made.ok) throw new Error(made.error.code);
  return made.value.key;
}

beforeEach(async () => {
  shop = await mintHookedShop(db);
  key = await makeKey();
});

interface Call {
  body?: string;
  sync?: string;
  idempotencyKey?: string;
  atMs?: number;
  signedBody?: string;
  key?: string;
  signature?: string;
}

async function call({ body = "{}", sync = shop.syncId, ...more }: Call = {}) {
  const timestamp = String(Math.floor((more.atMs ?? Date.now()) / 1000));
  const over = `${timestamp}.${more.signedBody ?? body}`;
  const signature =
    more.signature ??
    `v1=${createHmac("sha256", more.key ?? key)
      .update(over)
      .digest("hex")}`;
  const headers = {
    ...{ "x-nightpost-timestamp": timestamp, "x-nightpost-signature": signature },
    "idempotency-key": more.idempotencyKey ?? randomUUID(),
  };
  const request = new Request(`https://app.example/api/hooks/runs/${sync}`, { method: "POST", headers, body });
  const answer = await POST(request, { params: Promise.resolve({ sync }) });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const endRuns = () => db.sql`update runs set state = 'succeeded', finished_at = now() where finished_at is null`;
const runs = () =>
  db.sql`select id, lane, requested_by, from_at from runs where sync_id = ${shop.syncId} order by requested_at`;

describe("the run webhook", () => {
  it("starts a run of the manual lane and says where it is", async () => {
    const from = "2026-11-01T00:00:00+01:00";
    const started = await call({ body: JSON.stringify({ from }) });
    expect(started).toMatchObject({ status: 202, body: { repeated: false } });
    expect(await runs()).toEqual([
      { id: started.body.runId, lane: "manual", requested_by: "hook", from_at: new Date(from) },
    ]);
    const address = `/w/${shop.workspaceId}/syncs/${shop.syncId}/runs/${started.body.runId}`;
    expect([started.headers.get("location"), started.body.location]).toEqual([address, address]);
    const told = await db.sql`select actor_kind, verb from activity where subject_id = ${started.body.runId}`;
    expect(told).toEqual([{ actor_kind: "hook", verb: "run.requested" }]);
  });

  it("unknown syncs, wrong keys, other bodies, old and odd signatures, and calls outside of five minutes are one refusal", async () => {
    const answers = await Promise.all([
      call({ sync: randomUUID() }),
      call({ sync: "no-uuid" }),
      call({ key: "another" }),
      call({ signedBody: '{"from":"2020-01-01T00:00:00Z"}' }),
      call({ signature: "v1=00" }),
      call({ signature: "" }),
      call({ atMs: Date.now() - 6 * 60_000 }),
      call({ atMs: Date.now() + 6 * 60_000 }),
    ]);
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: "run_hooks.not_signed" } });
    expect(answers[0]?.headers.get("content-type")).toBe("application/problem+json");
    expect(await runs()).toEqual([]);
    expect((await call({ atMs: Date.now() - 4 * 60_000 })).status).toBe(202);
  });

  it("the same call, twenty times at once and again later, is one run; the same key with another body is a conflict", async () => {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call({ idempotencyKey })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.runId}`)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
    await endRuns();
    expect((await call({ idempotencyKey })).body.repeated).toBe(true);
    expect(await runs()).toHaveLength(1);
    const other = await call({ idempotencyKey, body: '{ "from": "2026-01-01T00:00:00Z" }' });
    expect(other).toMatchObject({ status: 409, body: { code: "run_hooks.idempotency_reused" } });
  });

  it("a live run is a 409 that names it; a paused sync and a draft are refused too", async () => {
    const first = await call();
    expect(await call()).toMatchObject({
      status: 409,
      body: { code: "run_hooks.run_live", params: { run: first.body.runId } },
    });
    await endRuns();
    await db.sql`update syncs set state = 'paused', paused_at = now() where id = ${shop.syncId}`;
    expect(await call()).toMatchObject({ status: 409, body: { code: "run_hooks.not_active" } });
  });

  it("no idempotency key, a foreign field and a date that is none are 422, and nothing is started", async () => {
    const bad = await Promise.all([
      call({ idempotencyKey: "" }),
      call({ body: '{"resend":true}' }),
      call({ body: '{"from":"yesterday"}' }),
      call({ body: '{"from":"2999-01-01T00:00:00Z"}' }),
      call({ body: "not json" }),
    ]);
    expect(bad.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await runs()).toEqual([]);
  });

  it("60 runs an hour, and then a 429 that says when", async () => {
    const { body } = await call();
    await endRuns();
    await db.sql`
      insert into run_hook_calls (sync_id, idempotency_key, workspace_id, body_digest, run_id)
      select ${shop.syncId}, 'filler-' || n, ${shop.workspaceId}, 'x', ${body.runId} from generate_series(1, 59) n`;
    const refused = await call();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  });

  it("a new key ends the old one; a viewer makes none; the key is stored sealed", async () => {
    const old = key;
    key = await makeKey();
    expect((await call({ key: old })).status).toBe(401);
    expect((await call()).status).toBe(202);
    const refused = await makeRunHookKey(await person("viewer"), { syncId: shop.syncId });
    expect(refused).toMatchObject({ ok: false, error: { kind: "forbidden" } });
    const stored = await db.sql`select encode(sealed_key, 'escape') as sealed from run_hook_keys`;
    expect(JSON.stringify(stored)).not.toContain(key);
  });
});

describe("docs/api.md", () => {
  it("its example, run as it stands there, starts a run", async () => {
    const [, script = ""] = /```bash\n([\s\S]*?)```/.exec(readFileSync("docs/api.md", "utf8")) ?? [];
    const server = createServer(async (incoming, outgoing) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const url = `http://127.0.0.1${incoming.url}`;
      const request = new Request(url, { method: "POST", headers, body: Buffer.concat(parts) });
      const sync = incoming.url?.split("/").at(-1) ?? "";
      const answer = await POST(request, { params: Promise.resolve({ sync }) });
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const NIGHTPOST_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const env = { ...process.env, NIGHTPOST_URL, NIGHTPOST_SYNC: shop.syncId, NIGHTPOST_RUN_KEY: key };
    const { stdout } = await promisify(execFile)("bash", ["-euc", script], { env });
    await new Promise((resolve) => server.close(resolve));
    expect(JSON.parse(stdout)).toMatchObject({ repeated: false, runId: (await runs())[0]?.id });
  });
});
