import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { PublishedEnds } from "../../rules/schema";
import type { Failure } from "../../runner/failures";
import { users } from "./auth";
import { bytes, id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { syncs } from "./syncs";

export const PREVIEW_STATES = ["running", "ready", "failed"] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];

/** What a draft would write, for 24 h. `samples` are sealed under the workspace's data key (`lib/db/seal.ts`). */
export const previews = pgTable(
  "previews",
  {
    id: id(),
    workspaceId: workspaceId(),
    syncId: uuid("sync_id").notNull(),
    digest: text("digest").notNull(),
    rule: jsonb("rule").$type<unknown>().notNull(),
    /** Revision of the draft that it shows. */
    revision: integer("revision").notNull(),
    ends: jsonb("ends").$type<PublishedEnds>().notNull(),
    state: text("state").$type<PreviewState>().notNull().default("running"),
    totals: jsonb("totals").$type<unknown>(),
    samples: bytes("samples"),
    failure: jsonb("failure").$type<Failure>(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
    expiresAt: instant("expires_at").notNull().default(sql`clock_timestamp() + interval '24 hours'`),
  },
  (table) => [
    index("previews_of_sync").on(table.syncId, table.createdAt.desc()),
    index("previews_expiry").on(table.expiresAt),
    oneOf("previews_state", table.state, PREVIEW_STATES),
    foreignKey({
      name: "previews_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** An immutable, numbered version of a rule. A trigger refuses UPDATE, DELETE and TRUNCATE; the app's role may only read and insert. */
export const publications = pgTable(
  "publications",
  {
    id: id(),
    workspaceId: workspaceId(),
    syncId: uuid("sync_id").notNull(),
    number: integer("number").notNull(),
    rule: jsonb("rule").$type<unknown>().notNull(),
    ends: jsonb("ends").$type<PublishedEnds>().notNull(),
    digest: text("digest").notNull(),
    signature: text("signature").notNull(),
    /** No foreign key: previews go after a day, and nothing may touch a publication then. */
    previewId: uuid("preview_id"),
    publishedBy: uuid("published_by").notNull(),
    publishedAt: instantNow("published_at"),
  },
  (table): PgTableExtraConfigValue[] => [
    unique("publications_of_sync").on(table.syncId, table.id),
    unique("publications_number").on(table.syncId, table.number),
    check("publications_number_from_one", sql`number >= 1`),
    foreignKey({
      name: "publications_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }),
  ],
);
