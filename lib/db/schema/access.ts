import { index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./auth";
import { id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { ROLES, type Role, workspaces } from "./workspaces";

/** Somebody who was asked to join. The link's token is stored as its SHA-256; the row goes when it is used, so it works once. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    /** Lower case. Only who has this address may use the link. */
    email: text("email").notNull(),
    role: text("role").$type<Role>().notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    invitedBy: uuid("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    unique("invitations_one_per_address").on(table.workspaceId, table.email),
    oneOf("invitations_role", table.role, ROLES),
  ],
);

/** Who sees the Support console. The app may read it; only the operator writes it (`npm run support:staff`). Nobody's workspace. */
export const supportStaff = pgTable("support_staff", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAt: instantNow("created_at"),
});

/** What a key may do over the API. */
export const API_SCOPES = ["syncs:read", "runs:read", "runs:start"] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** Keys of another system. Stored as SHA-256: the key itself is shown once. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    name: text("name").notNull(),
    /** Its first characters, by which people tell keys apart. */
    prefix: text("prefix").notNull(),
    keyHash: text("key_hash").notNull().unique(),
    scopes: text("scopes").array().$type<ApiScope[]>().notNull(),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [index("api_keys_workspace").on(table.workspaceId)],
);
