import { randomBytes } from "node:crypto";
import postgres from "postgres";

/** A database whose clock stands still until it is set. */
export interface VirtualDatabase {
  /** Connection string of the owner; `openDatabase` connects with the app's role. */
  url: string;
  /** The owner: not bound by row-level security. */
  owner: postgres.Sql;
  /** From now on it is then, in every session: epoch ms. */
  setClock(nowMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Clones the migrated template and gives the clone a clock of its own: an unqualified `clock_timestamp()` is found in the schema `virtual` before Postgres's
 * own; column defaults, which were bound to that one when the tables were made, are bound anew, and the system functions, which have a search path of their
 * own, get one that begins with `virtual`.
 */
export async function openVirtualDatabase(adminUrl: string, template: string): Promise<VirtualDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)} template ${admin(template)} strategy wal_log`;
  await admin.unsafe(`alter database ${name} set search_path = virtual, pg_catalog, public`);
  const url = Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
  const owner = postgres(url, { max: 1, onnotice: () => {} });
  await owner.unsafe(VIRTUAL_CLOCK);
  return {
    url,
    owner,
    // A sequence moves outside transactions: every session sees it at once.
    setClock: async (nowMs) => void (await owner`select setval('virtual.now_ms', ${nowMs}::bigint)`),
    close: async () => {
      await owner.end({ timeout: 1 });
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    },
  };
}

const VIRTUAL_CLOCK = `
  create schema virtual;
  create sequence virtual.now_ms;
  create function virtual.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.to_timestamp(last_value / 1000.0)::timestamptz(3) from virtual.now_ms';
  grant usage on schema virtual to nightpost_app, nightpost_system;
  grant select on sequence virtual.now_ms to nightpost_app, nightpost_system;
  do $$
  declare
    told record;
    made regprocedure;
  begin
    for made in select oid from pg_proc where pronamespace = 'public'::regnamespace and proname like 'system\\_%' loop
      execute format('alter function %s set search_path = virtual, pg_catalog', made);
    end loop;
    for told in
      select c.relname as of_table, a.attname as of_column
      from pg_attrdef d
      join pg_class c on c.oid = d.adrelid
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) like '%clock_timestamp()%'
        and a.atttypid = 'timestamptz'::regtype and pg_get_expr(d.adbin, d.adrelid) not like '%interval%'
    loop
      execute format('alter table public.%I alter column %I set default virtual.clock_timestamp()', told.of_table, told.of_column);
    end loop;
  end
  $$`;
