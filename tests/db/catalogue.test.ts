import { expect, test } from "vitest";
import { testDb } from "../support/test-db";

const { sql } = await testDb();

const tenants = await sql<{ name: string; enabled: boolean; forced: boolean; policies: number }[]>`
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    (select count(*)::int from pg_policy p join pg_roles r on r.oid = any (p.polroles)
      where p.polrelid = c.oid and r.rolname = 'nightpost_app') as policies
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and (c.relname = 'workspaces' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id'))`;

test("every tenant table has FORCEd row-level security and exactly one policy for the app", () => {
  expect(tenants.length).toBeGreaterThan(20);
  expect(tenants.filter((table) => !table.enabled || !table.forced || table.policies !== 1)).toEqual([]);
});

test("every table without a workspace is one that we know to be nobody's", async () => {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'workspaces'
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')
    order by 1`;
  expect(rows.map((row) => row.name)).toEqual([
    "accounts",
    "limiter_buckets",
    "rate_limits",
    "scheduler_ticks",
    "sessions",
    "support_staff",
    "users",
    "verifications",
  ]);
});

test("the roles own no table, cannot log in, and pass no policy by themselves", async () => {
  const roles = await sql<{ rolname: string; owned: number; power: boolean }[]>`
    select rolname, (select count(*)::int from pg_class where relowner = r.oid) as owned,
      rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as power
    from pg_roles r where rolname in ('nightpost_app', 'nightpost_system') order by 1`;
  expect([...roles]).toEqual([
    { rolname: "nightpost_app", owned: 0, power: false },
    { rolname: "nightpost_system", owned: 0, power: false },
  ]);
});

test("the app may not change publications, activity or canary, nor delete claims, runs, leases or publications", async () => {
  const may = await sql<{ what: string }[]>`
    select t || ' ' || p as what
    from unnest(array['publications', 'activity', 'canary', 'ledger', 'runs', 'leases', 'attempts', 'batches', 'record_rows']) t,
      unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
    where has_table_privilege('nightpost_app', t, p) order by 1`;
  expect(may.map((row) => row.what)).toEqual([
    "activity INSERT",
    "attempts INSERT",
    "batches INSERT",
    "batches UPDATE",
    "leases INSERT",
    "leases UPDATE",
    "ledger INSERT",
    "ledger UPDATE",
    "publications INSERT",
    "record_rows DELETE",
    "record_rows INSERT",
    "record_rows UPDATE",
    "runs INSERT",
    "runs UPDATE",
  ]);
});

test("the system functions run as nightpost_system with an empty search path, for the app and nobody else", async () => {
  const functions = await sql<{ name: string; fit: boolean }[]>`
    select proname as name,
      prosecdef and pg_get_userbyid(proowner) = 'nightpost_system' and proconfig = array['search_path=""']
        and has_function_privilege('nightpost_app', oid, 'EXECUTE')
        and not exists (select from aclexplode(proacl) a where a.grantee = 0) as fit
    from pg_proc where pronamespace = 'public'::regnamespace and (proname like 'system\_%' or prosecdef)`;
  expect(functions.length).toBeGreaterThanOrEqual(16);
  expect(functions.filter((one) => !one.fit)).toEqual([]);
  const [rights] = await sql`select has_schema_privilege('nightpost_system', 'public', 'CREATE') as creates`;
  expect(rights?.creates).toBe(false);
});

test("the system role reads ids, states and times: no secret, no record, no person but an invited one, for whoever has the link", async () => {
  const may = await sql<{ name: string; columns: string }[]>`
    select c.relname as name, string_agg(a.attname, ' ' order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where relnamespace = 'public'::regnamespace and relkind = 'r' and has_column_privilege('nightpost_system', c.oid, a.attnum, 'SELECT')
    group by 1 order by 1`;
  expect(may.map((row) => `${row.name}: ${row.columns}`)).toEqual([
    "activity_heads: hash seq workspace_id",
    "alert_deliveries: claimed_until next_at notice_id state workspace_id",
    "alert_notices: created_at escalated_at id occasion severity workspace_id",
    "api_keys: id key_hash revoked_at scopes workspace_id",
    "batches: closed_at run_id",
    "canary: workspace_id",
    "connections: details hooks_due_at id kind state workspace_id",
    "findings: evidence kind opened_at remind_at severity state sync_id workspace_id",
    "inbound_events: received_at",
    "invitations: email expires_at id role token_hash workspace_id",
    "leases: beat_at left_at run_id sync_id taken_at",
    "ledger: closed_at state sync_id",
    "members: role user_id workspace_id",
    "previews: expires_at",
    "privacy_requests: export_until id next_at state workspace_id",
    "publications: id published_at",
    "rate_limits: last_request",
    "run_hook_calls: received_at",
    "runs: announced_at driver finished_at heard_at id kind lane requested_at started_at state sync_id verdict wake_at workspace_id",
    "sessions: expires_at",
    "support_staff: user_id",
    "syncs: id live_publication_id name next_opt_out_at next_probe_at next_run_at object pause_cause pause_outage_only paused_at schedule scheduled_since settings state sweep_due workspace_id",
    "verifications: expires_at",
    "walks: lane queued run_id started_at sync_id",
    "workspaces: created_at id name support_may_resume time_zone",
  ]);
});

test("no foreign key of a hot or tenant table lacks an index to follow when its parent goes", async () => {
  const missing = await sql<{ name: string }[]>`
    select conname as name from pg_constraint c
    where contype = 'f' and confdeltype = 'c' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
        and exists (select from unnest(c.conkey) k where k = i.indkey[0]))`;
  expect(missing.map((row) => row.name)).toEqual([]);
});
