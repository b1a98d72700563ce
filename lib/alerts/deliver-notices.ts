import pLimit from "p-limit";
import type { OutboundPolicy } from "@/lib/http/outbound";
import { err, type Result } from "@/lib/kernel/result";
import { type Database, inWorkspace } from "../db/client";
import type { KeyRing } from "../db/key-ring";
import { remindOfFindings } from "../db/queries/remind-of-findings";
import { openJson } from "../db/seal";
import { alertWork } from "../db/system";
import { channelBoundTo, channelConfigSchema } from "./channel-config";
import { type Mailer, sendEmail } from "./channels/email";
import type { Receipt } from "./channels/post";
import { sendSlack } from "./channels/slack";
import { sendWebhook } from "./channels/webhook";
import { type ClaimedDelivery, claimDeliveries } from "./claim-deliveries";
import { composeMessage } from "./compose-message";
import type { AlertMessage, SendFault } from "./message";
import { nextGapMs } from "./retry-plan";
import { type Settled, settleDelivery } from "./settle-delivery";
import { escalateNotices, supersedeDeliveries } from "./tend-outbox";

export interface OutboxPorts {
  db: Database;
  keys: KeyRing;
  /** Null: this installation has no mail server. */
  mailer: Mailer | null;
  /** Where browsers reach this installation. */
  origin: string;
  nowMs(): number;
  /** How many times shorter waits are: 1 but on demos and in tests. */
  timeScale: number;
  /** Told what is a bug of ours; the delivery is tried again. */
  report(error: unknown): void;
  /** Left out: the open internet and nothing else. */
  outbound?: OutboundPolicy;
}

const WORKSPACES_AT_MOST = 200;
const AT_ONCE = 5;
const CLAIMED_AT_ONCE = 10;
/** Longer than any channel takes to answer or to be given up. */
const CLAIM_MS = 120_000;
/** How long a critical notice waits for its channels before the owners hear of it. */
const PATIENCE_MS = 15 * 60_000;
/** One tick's work; the next goes on. */
const WORK_MS = 40_000;

export interface DeliveryCounts extends Record<string, number> {
  delivered: number;
  retried: number;
  failed: number;
  reminded: number;
  escalated: number;
}

/**
 * Works off the outbox: writes the reminders that are due, escalates what no channel took, sends what waits. At least once: who dies between sending and
 * storing the receipt leaves a message that is sent again, with the same id.
 */
export async function deliverNotices(ports: OutboxPorts): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { delivered: 0, retried: 0, failed: 0, reminded: 0, escalated: 0 };
  const untilMs = ports.nowMs() + WORK_MS;
  for (const workspaceId of await alertWork(WORKSPACES_AT_MOST, ports.db)) {
    if (ports.nowMs() > untilMs) break;
    await tend(ports, workspaceId, counts);
    await sendWaiting(ports, workspaceId, counts, untilMs);
    // What failed for good just now may have been a critical notice's last hope.
    if (counts.failed > 0) {
      await tend(ports, workspaceId, counts);
      await sendWaiting(ports, workspaceId, counts, untilMs);
    }
  }
  return counts;
}

async function tend({ db, timeScale }: OutboxPorts, workspaceId: string, counts: DeliveryCounts): Promise<void> {
  await inWorkspace(
    workspaceId,
    async ({ raw }) => {
      counts.reminded += await remindOfFindings(raw);
      counts.escalated += await escalateNotices(raw, PATIENCE_MS / timeScale);
      await supersedeDeliveries(raw);
    },
    db,
  );
}

async function sendWaiting(ports: OutboxPorts, workspaceId: string, counts: DeliveryCounts, untilMs: number) {
  const limit = pLimit(AT_ONCE);
  while (ports.nowMs() <= untilMs) {
    const claimed = await inWorkspace(
      workspaceId,
      ({ raw }) => claimDeliveries(raw, { upTo: CLAIMED_AT_ONCE, claimMs: CLAIM_MS }),
      ports.db,
    );
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => limit(() => deliver(ports, workspaceId, one, counts))));
  }
}

async function deliver(ports: OutboxPorts, workspaceId: string, claimed: ClaimedDelivery, counts: DeliveryCounts) {
  const sent = await send(ports, workspaceId, claimed).catch((error: unknown) => {
    ports.report(error);
    return err<SendFault>({ code: "internal", final: false });
  });
  const settled = judge(sent, claimed, ports);
  await inWorkspace(workspaceId, ({ raw }) => settleDelivery(raw, claimed, settled), ports.db);
  if (settled.kind === "delivered") counts.delivered++;
  else if (settled.kind === "retry") counts.retried++;
  else counts.failed++;
}

function judge(sent: Result<Receipt, SendFault>, { attempt, facts }: ClaimedDelivery, ports: OutboxPorts): Settled {
  if (sent.ok) return { kind: "delivered", status: sent.value.status };
  const fault = sent.error;
  const gapMs = nextGapMs(attempt, ports.nowMs() - facts.writtenAtMs, fault);
  return gapMs === null ? { kind: "failed", fault } : { kind: "retry", fault, afterMs: gapMs / ports.timeScale };
}

async function send(
  ports: OutboxPorts,
  workspaceId: string,
  { config, channelId, ownerAddress, facts }: ClaimedDelivery,
): Promise<Result<Receipt, SendFault>> {
  const message = await composeMessage(facts, ports.origin);
  if (ownerAddress !== null) return sendEmail(ports.mailer, ownerAddress, message);
  if (config === null || channelId === null) return err({ code: "channel_removed", final: true });
  const keys = await inWorkspace(workspaceId, ({ raw }) => ports.keys.of(raw, workspaceId), ports.db);
  const opened = openJson<unknown>(keys.data, config, channelBoundTo(workspaceId, channelId));
  return sendThrough(ports, channelConfigSchema.parse(opened), message);
}

function sendThrough(
  { mailer, nowMs, outbound }: OutboxPorts,
  channel: ReturnType<typeof channelConfigSchema.parse>,
  message: AlertMessage,
): Promise<Result<Receipt, SendFault>> {
  switch (channel.kind) {
    case "email":
      return sendEmail(mailer, channel.address, message);
    case "slack":
      return sendSlack(channel, message, outbound);
    case "webhook":
      return sendWebhook(channel, message, nowMs(), outbound);
  }
}
