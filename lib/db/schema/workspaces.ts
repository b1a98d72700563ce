import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth";
import { bytes, id, instant, instantNow, oneOf, workspaceId } from "./columns";

export const ROLES = ["owner", "editor", "viewer"] as const;
export type Role = (typeof ROLES)[number];

/** `ledger` makes delivery keys, `address` hashes addresses, `data` encrypts bodies, previews and credentials. */
export const KEY_KINDS = ["ledger", "address", "data"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The tenant itself: its own policy goes by `id`. */
export const workspaces = pgTable("workspaces", {
  id: id(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull(),
  locale: text("locale").notNull().default("en"),
  isDemo: boolean("is_demo").notNull().default(false),
  supportMayResume: boolean("support_may_resume").notNull().default(true),
  /** Whether what one person wants to publish needs a second one. */
  publishingNeedsApproval: boolean("publishing_needs_approval").notNull().default(false),
  createdAt: instantNow("created_at"),
});

export const members = pgTable(
  "members",
  {
    workspaceId: workspaceId().references(() => workspaces.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<Role>().notNull(),
    createdAt: instantNow("created_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index("members_user").on(table.userId),
    oneOf("members_role", table.role, ROLES),
  ],
);

/** Keys of the workspace, each wrapped by the installation's master key (AES-256-GCM; AAD: workspace, kind, version). Destroying them erases the workspace. */
export const workspaceKeys = pgTable(
  "workspace_keys",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    kind: text("kind").$type<KeyKind>().notNull(),
    version: integer("version").notNull(),
    wrapped: bytes("wrapped").notNull(),
    /** Which master key wraps it, for rotation. */
    masterKeyId: text("master_key_id").notNull(),
    createdAt: instantNow("created_at"),
  },
  (table) => [
    unique("workspace_keys_version").on(table.workspaceId, table.kind, table.version),
    oneOf("workspace_keys_kind", table.kind, KEY_KINDS),
  ],
);

export const ACTOR_KINDS = ["user", "support", "system", "hook"] as const;

/**
 * What people and the system did. Append-only: a trigger refuses UPDATE and DELETE. No personal data in `details`.
 * Hash-chained per workspace (`lib/db/audit-chain.ts`); the chain's columns are empty in entries older than it.
 */
export const activity = pgTable(
  "activity",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    at: instantNow("at"),
    actorKind: text("actor_kind").$type<(typeof ACTOR_KINDS)[number]>().notNull(),
    actorId: uuid("actor_id"),
    /** Noun and verb, e.g. `sync.paused`. */
    verb: text("verb").notNull(),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
    /** Place in the workspace's chain, from 1 without gaps. */
    seq: bigint("seq", { mode: "number" }),
    prevHash: text("prev_hash"),
    hash: text("hash"),
    /** HMAC over place and hash under the installation's signing key: a chain made anew in the database alone does not have it. */
    seal: text("seal"),
  },
  (table) => [
    unique("activity_chain").on(table.workspaceId, table.seq),
    index("activity_newest").on(table.workspaceId, table.at.desc()),
    oneOf("activity_actor_kind", table.actorKind, ACTOR_KINDS),
  ],
);

/** The end of each workspace's chain. Written by the trigger on `activity` alone: the app may only read it. */
export const activityHeads = pgTable("activity_heads", {
  workspaceId: workspaceId()
    .primaryKey()
    .references(() => workspaces.id),
  seq: bigint("seq", { mode: "number" }).notNull(),
  hash: text("hash").notNull(),
});

/** One row of a workspace that does not exist. The app starts only if it is hidden from the app and visible through the system functions. */
export const canary = pgTable("canary", { workspaceId: workspaceId().primaryKey(), note: text("note").notNull() });

/** When each part of the scheduler last ticked. Not a tenant's. */
export const schedulerTicks = pgTable("scheduler_ticks", {
  name: text("name").primaryKey(),
  at: instant("at").notNull(),
  details: jsonb("details").$type<Record<string, number>>().notNull().default({}),
});
