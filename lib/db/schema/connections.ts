import { foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import type { RateTier } from "../../connectors/brevo/rates";
import type { Failure } from "../../runner/failures";
import { users } from "./auth";
import { bytes, id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { workspaces } from "./workspaces";

export const CONNECTION_KINDS = ["shopify", "brevo"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

export const CONNECTION_STATES = ["connected", "broken", "disconnected"] as const;
export type ConnectionStateName = (typeof CONNECTION_STATES)[number];

/** What is known about the end that a connection reaches; nothing secret. */
export interface ConnectionDetails {
  shopDomain?: string;
  baseUrl?: string;
  /** Reaches the stand-ins of a demo installation, wherever they listen today. */
  demo?: boolean;
  /** Whether the shop's access runs out and is renewed with the app's credentials; absent: its token lasts. */
  renewed?: boolean;
  /** The plan as its vendor calls it. */
  plan?: string;
  /** Which of Brevo's rate tables the plan gives. */
  rateTier?: RateTier;
  timeZone?: string;
  currency?: string;
  scopes?: string[];
  /** Scopes that a rule needs and the token lacks. */
  missingScopes?: string[];
}

/** Whether the other side tells us of changes. `unsigned`: we have no secret to check signatures with, so none are registered. */
export interface HookCheck {
  state: "registered" | "unsigned" | "failed";
  atMs: number;
  /** Topics that are registered, and those that could not be. */
  topics: string[];
  missing: string[];
  failure?: Failure;
}

export const connections = pgTable(
  "connections",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    kind: text("kind").$type<ConnectionKind>().notNull(),
    name: text("name").notNull(),
    state: text("state").$type<ConnectionStateName>().notNull(),
    /** What the credentials reach: shop gid, or Brevo organisation id. */
    identity: text("identity").notNull(),
    details: jsonb("details").$type<ConnectionDetails>().notNull().default({}),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
    checkedAt: instant("checked_at"),
    lastError: jsonb("last_error").$type<Failure>(),
    /** What the last check of its webhooks found; null: never checked. */
    hooks: jsonb("hooks").$type<HookCheck>(),
    /** When they are checked next. */
    hooksDueAt: instantNow("hooks_due_at"),
  },
  (table) => [
    unique("connections_of_workspace").on(table.workspaceId, table.id),
    oneOf("connections_kind", table.kind, CONNECTION_KINDS),
    oneOf("connections_state", table.state, CONNECTION_STATES),
  ],
);

/** `access_token`, `client_id`, `client_secret`, `refresh_token` of a shop; `api_key` of an account; `hook_secret` is our own: Brevo shows it to us. */
export const SECRET_FIELDS = [
  "access_token",
  "client_id",
  "client_secret",
  "refresh_token",
  "api_key",
  "hook_secret",
] as const;
export type SecretField = (typeof SECRET_FIELDS)[number];
/** What stays when a connection is renewed without them: who signs webhooks need not be said each time. */
export const KEPT_FIELDS: readonly SecretField[] = ["hook_secret", "client_secret"];

/** Secrets of a connection, AES-256-GCM under the workspace's data key (AAD: workspace, connection, field). The highest version is the one in use. */
export const credentials = pgTable(
  "credentials",
  {
    id: id(),
    workspaceId: workspaceId(),
    connectionId: uuid("connection_id").notNull(),
    field: text("field").notNull(),
    version: integer("version").notNull(),
    ciphertext: bytes("ciphertext").notNull(),
    iv: bytes("iv").notNull(),
    tag: bytes("tag").notNull(),
    keyVersion: integer("key_version").notNull(),
    expiresAt: instant("expires_at"),
    createdAt: instantNow("created_at"),
  },
  (table) => [
    unique("credentials_version").on(table.connectionId, table.field, table.version),
    index("credentials_workspace").on(table.workspaceId),
    foreignKey({
      name: "credentials_connection",
      columns: [table.workspaceId, table.connectionId],
      foreignColumns: [connections.workspaceId, connections.id],
    }).onDelete("cascade"),
  ],
);
