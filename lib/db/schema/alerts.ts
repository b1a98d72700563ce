import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { OCCASIONS, type Occasion } from "../../runner/finding";
import { SEVERITIES, type Severity } from "../../runner/finding-kinds";
import { users } from "./auth";
import { bytes, id, instant, instantNow, oneOf, workspaceId } from "./columns";
import { findings } from "./findings";
import { syncs } from "./syncs";
import { workspaces } from "./workspaces";

export const CHANNEL_KINDS = ["email", "slack", "webhook"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The least severity that a route lets through; `none` lets nothing through. */
export const LEAST = [...SEVERITIES, "none"] as const;
export type Least = (typeof LEAST)[number];

export const DELIVERY_STATES = ["queued", "delivered", "failed", "superseded"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Where a workspace is told. Kept when it is removed, without its address, so that receipts stay readable. */
export const alertChannels = pgTable(
  "alert_channels",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    kind: text("kind").$type<ChannelKind>().notNull(),
    name: text("name").notNull(),
    /** What may be shown of the address: a masked mailbox, or the host. */
    hint: text("hint").notNull(),
    /** Address and secrets, sealed under the workspace's data key; null once it is removed. */
    config: bytes("config"),
    createdBy: uuid("created_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instantNow("created_at"),
    /** When it first took a message. */
    verifiedAt: instant("verified_at"),
    removedAt: instant("removed_at"),
  },
  (table) => [
    unique("alert_channels_of_workspace").on(table.workspaceId, table.id),
    oneOf("alert_channels_kind", table.kind, CHANNEL_KINDS),
    check("alert_channels_removed_wiped", sql`(removed_at is null) = (config is not null)`),
  ],
);

/** From which severity on a channel is told: of every sync (sync null), or of one, which counts more. */
export const alertRoutes = pgTable(
  "alert_routes",
  {
    id: id(),
    workspaceId: workspaceId(),
    channelId: uuid("channel_id").notNull(),
    syncId: uuid("sync_id"),
    least: text("least").$type<Least>().notNull(),
  },
  (table) => [
    unique("alert_routes_one").on(table.channelId, table.syncId).nullsNotDistinct(),
    index("alert_routes_workspace").on(table.workspaceId),
    oneOf("alert_routes_least", table.least, LEAST),
    foreignKey({
      name: "alert_routes_channel",
      columns: [table.workspaceId, table.channelId],
      foreignColumns: [alertChannels.workspaceId, alertChannels.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_routes_sync",
      columns: [table.workspaceId, table.syncId],
      foreignColumns: [syncs.workspaceId, syncs.id],
    }).onDelete("cascade"),
  ],
);

/** The outbox: what people are told, written with the finding it tells. A trigger makes one delivery for each channel that its routes name. */
export const alertNotices = pgTable(
  "alert_notices",
  {
    id: id(),
    workspaceId: workspaceId().references(() => workspaces.id),
    /** Null for a test. */
    findingId: uuid("finding_id"),
    syncId: uuid("sync_id"),
    /** Of a test: the one channel it tries. */
    channelId: uuid("channel_id"),
    occasion: text("occasion").$type<Occasion>().notNull(),
    severity: text("severity").$type<Severity>().notNull(),
    createdAt: instantNow("created_at"),
    /** When it went to the workspace's owners, because no channel took it. */
    escalatedAt: instant("escalated_at"),
  },
  (table) => [
    unique("alert_notices_of_workspace").on(table.workspaceId, table.id),
    uniqueIndex("alert_notices_once")
      .on(table.findingId, table.occasion, table.severity)
      .where(sql`occasion in ('opened', 'raised', 'cleared')`),
    index("alert_notices_to_escalate").on(table.createdAt).where(sql`severity = 'critical' and escalated_at is null`),
    oneOf("alert_notices_occasion", table.occasion, OCCASIONS),
    oneOf("alert_notices_severity", table.severity, SEVERITIES),
    check(
      "alert_notices_about",
      sql`(occasion = 'test') = (finding_id is null) and (occasion = 'test') = (channel_id is not null)`,
    ),
    foreignKey({
      name: "alert_notices_finding",
      columns: [table.workspaceId, table.findingId],
      foreignColumns: [findings.workspaceId, findings.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_notices_channel",
      columns: [table.workspaceId, table.channelId],
      foreignColumns: [alertChannels.workspaceId, alertChannels.id],
    }),
  ],
);

/** One notice to one channel, or to one owner: queued, tried, and its receipt. Its id is the message's, so that a repeat can be recognised. */
export const alertDeliveries = pgTable(
  "alert_deliveries",
  {
    id: id(),
    workspaceId: workspaceId(),
    noticeId: uuid("notice_id").notNull(),
    channelId: uuid("channel_id"),
    /** An owner, told because no channel took the notice. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    state: text("state").$type<DeliveryState>().notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instantNow("next_at"),
    /** Until then a worker is at it; afterwards it died. */
    claimedUntil: instant("claimed_until"),
    /** Why the last attempt failed: a code of ours. */
    error: text("error"),
    /** What the other side answered with: a status, never its text. */
    receipt: jsonb("receipt").$type<{ status: number }>(),
    createdAt: instantNow("created_at"),
    settledAt: instant("settled_at"),
  },
  (table) => [
    uniqueIndex("alert_deliveries_channel").on(table.noticeId, table.channelId).where(sql`channel_id is not null`),
    uniqueIndex("alert_deliveries_owner").on(table.noticeId, table.userId).where(sql`user_id is not null`),
    index("alert_deliveries_due").on(table.nextAt).where(sql`state = 'queued'`),
    index("alert_deliveries_user").on(table.userId),
    index("alert_deliveries_newest").on(table.workspaceId, table.createdAt.desc()),
    oneOf("alert_deliveries_state", table.state, DELIVERY_STATES),
    check("alert_deliveries_to", sql`(channel_id is null) <> (user_id is null)`),
    check("alert_deliveries_settled", sql`(state = 'queued') = (settled_at is null)`),
    foreignKey({
      name: "alert_deliveries_notice",
      columns: [table.workspaceId, table.noticeId],
      foreignColumns: [alertNotices.workspaceId, alertNotices.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "alert_deliveries_channel_of",
      columns: [table.workspaceId, table.channelId],
      foreignColumns: [alertChannels.workspaceId, alertChannels.id],
    }),
  ],
);
