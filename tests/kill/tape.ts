import type postgres from "postgres";

/** One thing that a worker committed to Postgres. */
export interface TapeEntry {
  seq: number;
  atMs: number;
  /** The worker, by the name that its connections carry. */
  who: string;
  what: "take" | "claim" | "settle" | "page" | "batch" | "batch settled" | "batch closed" | "bookmark" | "run";
  /** Run, where the row names one. */
  run: string | null;
  /** Of a take its epoch, of a claim its record, of a settlement or a run its new state, of a bookmark lane and epoch ms ("-": taken away by the test), of a page its number. */
  detail: string;
}

const CHANNEL = "kill_tape";

/**
 * What workers commit, as Postgres sees it, in order of the writes and told when they are committed. Triggers of the test's own database: the product does not
 * know that it is watched.
 */
export class Tape {
  readonly entries: TapeEntry[] = [];
  private readonly watchers = new Set<(entry: TapeEntry) => void>();

  static async install(owner: postgres.Sql): Promise<Tape> {
    await owner.unsafe(INSTALL);
    const tape = new Tape();
    await owner.listen(CHANNEL, (payload) => {
      const entry = JSON.parse(payload) as TapeEntry;
      tape.entries.push(entry);
      for (const watch of tape.watchers) watch(entry);
    });
    return tape;
  }

  /** The next entry that `matches`, or null when none came in time. */
  next(matches: (entry: TapeEntry) => boolean, timeoutMs: number): Promise<TapeEntry | null> {
    return new Promise((resolve) => {
      const done = (entry: TapeEntry | null) => {
        clearTimeout(timer);
        this.watchers.delete(watch);
        resolve(entry);
      };
      const watch = (entry: TapeEntry) => {
        if (matches(entry)) done(entry);
      };
      const timer = setTimeout(() => done(null), timeoutMs);
      this.watchers.add(watch);
    });
  }

  /** The worker that took the lease last. */
  holder(): string | null {
    return this.entries.findLast(({ what }) => what === "take")?.who ?? null;
  }

  /** The entries in the order in which they were written: a commit tells of all of a transaction at once. */
  inOrder(): TapeEntry[] {
    return this.entries.toSorted((one, other) => one.seq - other.seq);
  }
}

const INSTALL = `
create sequence kill_tape_seq;
create function kill_tape_tell(what text, run uuid, detail text) returns void language sql security definer as $$
  select pg_notify('${CHANNEL}', json_build_object('seq', nextval('kill_tape_seq'), 'atMs', epoch_ms(clock_timestamp()),
    'who', current_setting('application_name'), 'what', what, 'run', run, 'detail', detail)::text)
$$;
create function kill_tape_lease() returns trigger language plpgsql as $$ begin
  perform kill_tape_tell('take', new.run_id, new.epoch::text); return null; end $$;
create trigger kill_tape after update on leases for each row when (new.epoch > old.epoch) execute function kill_tape_lease();
create function kill_tape_claim() returns trigger language plpgsql as $$ begin
  perform kill_tape_tell('claim', new.run_id, new.record_id); return null; end $$;
create trigger kill_tape_claim after insert on ledger for each row execute function kill_tape_claim();
create function kill_tape_settle() returns trigger language plpgsql as $$ begin
  perform kill_tape_tell('settle', new.run_id, new.state); return null; end $$;
create trigger kill_tape_settle after update on ledger for each row when (new.state <> old.state) execute function kill_tape_settle();
create function kill_tape_page() returns trigger language plpgsql as $$ begin
  perform kill_tape_tell('page', new.run_id, new.pages::text); return null; end $$;
create trigger kill_tape after update on walks for each row when (new.pages > old.pages) execute function kill_tape_page();
create function kill_tape_batch() returns trigger language plpgsql as $$ declare settled int; begin
  settled := new.delivered + new.unchanged + new.refused + new.filtered + new.superseded + new.gone + new.held + new.doubt + new.failed;
  perform kill_tape_tell(case when new.closed_at is not null then 'batch closed' when settled = new.taken then 'batch settled' else 'batch' end,
    new.run_id, new.number::text);
  return null; end $$;
create trigger kill_tape after insert or update on batches for each row execute function kill_tape_batch();
create function kill_tape_bookmark() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' then perform kill_tape_tell('bookmark', null, old.lane || ' -');
  elsif new.at is not null then perform kill_tape_tell('bookmark', null, new.lane || ' ' || epoch_ms(new.at)::text); end if;
  return null; end $$;
create trigger kill_tape_gone after delete on bookmarks for each row execute function kill_tape_bookmark();
create trigger kill_tape after insert or update of at on bookmarks for each row execute function kill_tape_bookmark();
create function kill_tape_run() returns trigger language plpgsql as $$ begin
  perform kill_tape_tell('run', new.id, new.state); return null; end $$;
create trigger kill_tape after update on runs for each row when (new.state <> old.state) execute function kill_tape_run();
`;
