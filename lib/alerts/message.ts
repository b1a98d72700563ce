import type { Occasion } from "@/lib/runner/finding";
import type { Severity } from "@/lib/runner/finding-kinds";

/** What one channel is given to say; plain data, in words. Carries nothing of a shopper. */
export interface AlertMessage {
  /** Of the delivery: the same at every repeat, so that a receiver can tell one from news. */
  id: string;
  occasion: Occasion;
  severity: Severity;
  /** Null for a test. */
  kind: string | null;
  findingId: string | null;
  workspace: string;
  sync: { id: string; name: string } | null;
  /** One line: what, and where. */
  subject: string;
  cause: string | null;
  effect: string | null;
  next: string | null;
  /** The page to look at. */
  url: string;
  /** When the finding was opened, epoch ms; of a test, when it was asked for. */
  atMs: number;
  /** The whole of it as text, a line each. */
  lines: string[];
}

/** Why a message was not taken. Words for people: `alerts.faults.<code>`. */
export const SEND_FAULTS = [
  "mail_unconfigured",
  "mail_connection",
  "mail_timeout",
  "mail_tls",
  "mail_login",
  "mail_deferred",
  "mail_refused",
  "http_refused",
  "http_redirect",
  "http_unavailable",
  "http_url",
  "http_host_unknown",
  "http_address_refused",
  "http_timeout",
  "http_tls",
  "http_connection",
  "channel_removed",
  "internal",
] as const;

export interface SendFault {
  code: (typeof SEND_FAULTS)[number];
  /** Whether trying again cannot help. */
  final: boolean;
  /** What the other side answered with, if it did. */
  status?: number;
}
