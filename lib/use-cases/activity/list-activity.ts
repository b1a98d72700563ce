import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { WorkspaceTx } from "@/lib/db/client";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";

export const ACTIVITY_PAGE = 50;

/** One entry of the audit log as people read it. */
export interface ActivityLine {
  id: string;
  atMs: number;
  actorKind: "user" | "support" | "system" | "hook";
  /** Null when nobody did it, or they have left. */
  actorName: string | null;
  verb: string;
  subjectKind: string;
  subjectId: string;
  /** What the subject is called now; null when it is gone or has no name. */
  subjectName: string | null;
  details: Record<string, unknown>;
  /** Its place in the chain; null for entries older than the chain. */
  seq: number | null;
  hash: string | null;
}

/** `<epoch ms>_<id>`: the last entry of the page before. */
const cursorSchema = z
  .string()
  .regex(/^\d{1,15}_[0-9a-f-]{36}$/)
  .transform((text) => {
    const [atMs = "", id = ""] = text.split("_");
    return { atMs: Number(atMs), id };
  });

/** What cannot be read as a filter filters nothing. */
export const activityFilter = z.object({
  actor: z.uuid().optional().catch(undefined),
  /** The noun of the verb: `sync`, `member` … */
  about: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional()
    .catch(undefined),
  before: cursorSchema.optional().catch(undefined),
});

export interface ActivityPage {
  lines: ActivityLine[];
  /** Cursor of the next, older page. */
  next: string | null;
  /** Who and what the whole log is about: the choices of the filter. */
  actors: { id: string; name: string }[];
  nouns: string[];
}

/** The audit log, newest first, a page at a time. */
export const listActivity = defineUseCase({
  role: "viewer",
  input: activityFilter,
  run: async (tx, _context, filter) => {
    const lines = await selectActivity(tx, filter, ACTIVITY_PAGE + 1);
    const shown = lines.slice(0, ACTIVITY_PAGE);
    const last = shown.at(-1);
    const next = lines.length > ACTIVITY_PAGE && last ? cursorOf(last) : null;
    const actors = await tx.execute<{ id: string; name: string }>(sql`
      select u.id, u.name from users u where u.id in (select actor_id from activity) order by u.name, u.id limit 200`);
    const nouns = await tx.execute<{ noun: string }>(
      sql`select distinct split_part(verb, '.', 1) as noun from activity order by 1 limit 50`,
    );
    return ok<ActivityPage>({ lines: shown, next, actors: [...actors], nouns: nouns.map(({ noun }) => noun) });
  },
});

const cursorOf = ({ atMs, id }: Pick<ActivityLine, "atMs" | "id">) => `${atMs}_${id}`;

/** One page for an export: the same lines without the filter's choices. */
export const pageActivity = defineUseCase({
  role: "viewer",
  input: activityFilter.extend({ upTo: z.number().int().min(1).max(2_000) }),
  run: async (tx, _context, { upTo, ...filter }) => {
    const lines = await selectActivity(tx, filter, upTo);
    const last = lines.at(-1);
    return ok({ lines, next: lines.length === upTo && last ? cursorOf(last) : null });
  },
});

async function selectActivity(
  tx: WorkspaceTx,
  { actor, about, before }: z.infer<typeof activityFilter>,
  upTo: number,
): Promise<ActivityLine[]> {
  const wanted: SQL[] = [sql`true`];
  if (actor) wanted.push(sql`a.actor_id = ${actor}`);
  if (about) wanted.push(sql`split_part(a.verb, '.', 1) = ${about}`);
  if (before) wanted.push(sql`(a.at, a.id) < (at_ms(${before.atMs}), ${before.id}::uuid)`);
  const rows = await tx.execute<{ line: ActivityLine }>(sql`
    select jsonb_build_object('id', a.id, 'atMs', epoch_ms(a.at), 'actorKind', a.actor_kind, 'actorName', u.name, 'verb', a.verb,
      'subjectKind', a.subject_kind, 'subjectId', a.subject_id, 'subjectName', coalesce(s.name, c.name, m.name), 'details', a.details,
      'seq', a.seq, 'hash', a.hash) as line
    from activity a
    left join users u on u.id = a.actor_id
    left join syncs s on a.subject_kind = 'sync' and s.id::text = a.subject_id
    left join connections c on a.subject_kind = 'connection' and c.id::text = a.subject_id
    left join users m on a.subject_kind = 'member' and m.id::text = a.subject_id
    where ${sql.join(wanted, sql` and `)}
    order by a.at desc, a.id desc limit ${upTo}`);
  return rows.map(({ line }) => line);
}
