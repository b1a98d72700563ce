import type { ChannelKind, DeliveryState, Least } from "@/lib/db/schema/alerts";
import type { Occasion } from "@/lib/runner/finding";
import type { Severity } from "@/lib/runner/finding-kinds";

/** A channel with its routes; instants are epoch ms. Nothing secret. */
export interface ChannelView {
  id: string;
  kind: ChannelKind;
  name: string;
  /** A masked mailbox, or the host. */
  hint: string;
  /** Null until it has taken a message. */
  verifiedAtMs: number | null;
  /** What became of the latest message. */
  latest: { state: DeliveryState; error: string | null; atMs: number } | null;
  least: Least;
  /** Syncs that have a route of their own. */
  bySync: { syncId: string; name: string; least: Least }[];
}

/** One line of the delivery log. */
export interface DeliveryView {
  id: string;
  occasion: Occasion;
  severity: Severity;
  kind: string | null;
  sync: { id: string; name: string } | null;
  /** Null: the workspace's owners. */
  channel: string | null;
  state: DeliveryState;
  attempts: number;
  error: string | null;
  /** HTTP status or SMTP reply code. */
  status: number | null;
  writtenAtMs: number;
  settledAtMs: number | null;
  /** When it is tried next; null once it is settled. */
  nextAtMs: number | null;
}
