import { randomUUID } from "node:crypto";
import { type ChannelConfig, channelBoundTo } from "@/lib/alerts/channel-config";
import { deliverNotices, type OutboxPorts } from "@/lib/alerts/deliver-notices";
import { inWorkspace } from "@/lib/db/client";
import { openFinding } from "@/lib/db/queries/open-finding";
import { resolveFinding } from "@/lib/db/queries/resolve-finding";
import { alertChannels, alertRoutes, type Least } from "@/lib/db/schema/alerts";
import { sealJson } from "@/lib/db/seal";
import type { FindingKind } from "@/lib/runner/finding-kinds";
import { loopbackMail } from "../support/mail-server";
import { dbWorld, type MintedSync, mintSync } from "./world";

/** Postgres, a mail server on loopback, and the outbox over both. */
export async function outboxWorld() {
  const world = await dbWorld();
  const { db, keys, owner } = world;
  const mail = await loopbackMail();
  const reported: unknown[] = [];
  const ports: OutboxPorts = {
    db,
    keys,
    mailer: mail.mailer,
    origin: "https://nightpost.dev",
    nowMs: Date.now,
    timeScale: 1,
    report: (error) => reported.push(error),
  };

  async function addChannel(sync: MintedSync, config: ChannelConfig, least: Least = "warning"): Promise<string> {
    const id = randomUUID();
    await inWorkspace(
      sync.workspaceId,
      async (tx) => {
        const { data } = await keys.of(tx.raw, sync.workspaceId);
        const sealed = sealJson(data, config, channelBoundTo(sync.workspaceId, id));
        await tx
          .insert(alertChannels)
          .values({ id, workspaceId: sync.workspaceId, kind: config.kind, name: "C", hint: "h", config: sealed });
        await tx.insert(alertRoutes).values({ workspaceId: sync.workspaceId, channelId: id, syncId: null, least });
      },
      db,
    );
    return id;
  }

  return {
    ...world,
    mail,
    ports,
    reported,
    addChannel,
    addMail: (sync: MintedSync, address = "team@shop.dev", least?: Least) =>
      addChannel(sync, { kind: "email", address }, least),
    see: (sync: MintedSync, kind: FindingKind = "sync.access_lost", subject = "") =>
      inWorkspace(
        sync.workspaceId,
        ({ raw }) =>
          openFinding(raw, {
            workspaceId: sync.workspaceId,
            syncId: sync.syncId,
            kind,
            subject,
            evidence: { code: "source.credential" },
          }),
        db,
      ),
    clear: (sync: MintedSync, kind: FindingKind = "sync.access_lost") =>
      inWorkspace(sync.workspaceId, ({ raw }) => resolveFinding(raw, sync.syncId, kind), db),
    deliver: (more: Partial<OutboxPorts> = {}) => deliverNotices({ ...ports, ...more }),
    /** Subjects of the mails that arrived since the last look. */
    arrived: () => mail.mails.splice(0).map((one) => one.mail.subject ?? ""),
    /** Lets all waits of the outbox be over. */
    hurry: () =>
      owner`update alert_deliveries set next_at = clock_timestamp(), claimed_until = null where state = 'queued'`,
    deliveries: (sync: MintedSync) =>
      owner<{ occasion: string; state: string; attempts: number; error: string | null; receipt: unknown }[]>`
        select n.occasion, d.state, d.attempts, d.error, d.receipt from alert_deliveries d join alert_notices n on n.id = d.notice_id
        where d.workspace_id = ${sync.workspaceId} order by n.created_at, d.created_at`,
    /** An owner of the sync's workspace. */
    async addOwner(sync: MintedSync, email = `owner-${randomUUID()}@shop.dev`) {
      const id = randomUUID();
      await owner`insert into users (id, name, email) values (${id}, 'O', ${email})`;
      await owner`insert into members (workspace_id, user_id, role) values (${sync.workspaceId}, ${id}, 'owner')`;
      return email;
    },
    mint: () => mintSync(world),
  };
}
