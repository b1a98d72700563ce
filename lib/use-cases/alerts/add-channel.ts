import { randomUUID } from "node:crypto";
import { isNull } from "drizzle-orm";
import { z } from "zod";
import { channelBoundTo, channelHint, newChannelConfig } from "@/lib/alerts/channel-config";
import { oneLine } from "@/lib/alerts/one-line";
import { alertChannels, alertRoutes, CHANNEL_KINDS } from "@/lib/db/schema/alerts";
import { sealJson } from "@/lib/db/seal";
import { loadWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import { refuse, refuseField } from "../errors";

/** More than anybody reads; each notice goes to all of them. */
const MOST_CHANNELS = 20;

const TARGET_FAULTS = {
  address: "alerts.address",
  slack_host: "alerts.slack_host",
  url_unreadable: "alerts.url_unreadable",
  url_scheme: "alerts.url_scheme",
  url_port: "alerts.url_port",
  url_credentials: "alerts.url_credentials",
  url_literal_address: "alerts.url_literal_address",
  url_host: "alerts.url_host",
} as const;

/** Adds a channel, told of every sync's warnings and critical findings until its routes say otherwise. It counts as verified once it took a message. */
export const addChannel = defineUseCase({
  role: "editor",
  input: z.strictObject({
    kind: z.enum(CHANNEL_KINDS),
    name: z.string().trim().min(1).max(80),
    target: z.string().trim().min(1).max(2_000),
    /** Of a webhook: what its messages are signed with. */
    secret: z.string().trim().min(24).max(200).optional(),
  }),
  run: async (tx, context, { kind, name, target, secret = "" }) => {
    if (kind === "webhook" && secret === "") return refuseField("secret", "field_required");
    const config = newChannelConfig(kind, target, secret);
    if (!config.ok) return refuseField("target", TARGET_FAULTS[config.error]);
    const { workspaceId } = context;
    const present = await tx.$count(alertChannels, isNull(alertChannels.removedAt));
    if (present >= MOST_CHANNELS) return refuse("conflict", "alerts.too_many_channels", { limit: MOST_CHANNELS });
    const keys = await loadWorkspaceKeys(tx.raw, workspaceId, installation().master);
    const id = randomUUID();
    await tx.insert(alertChannels).values({
      id,
      workspaceId,
      kind,
      name: oneLine(name),
      hint: channelHint(config.value),
      config: sealJson(keys.data, config.value, channelBoundTo(workspaceId, id)),
      createdBy: context.user.id,
    });
    await tx.insert(alertRoutes).values({ workspaceId, channelId: id, syncId: null, least: "warning" });
    return ok({ channelId: id });
  },
  audit: ({ kind }, { channelId }) => ({
    verb: "alerts.channel_added",
    subjectKind: "alert_channel",
    subjectId: channelId,
    details: { kind },
  }),
});
