import { z } from "zod";
import { readOutboundUrl, type UrlFault } from "@/lib/http/outbound-url";
import { err, ok, type Result } from "@/lib/kernel/result";

/** Where a channel leads, with its secrets: sealed at rest. */
export const channelConfigSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("email"), address: z.email() }),
  z.strictObject({ kind: z.literal("slack"), url: z.string() }),
  z.strictObject({ kind: z.literal("webhook"), url: z.string(), secret: z.string() }),
]);
export type ChannelConfig = z.infer<typeof channelConfigSchema>;

/** What the sealed configuration is bound to: it opens nowhere else. */
export const channelBoundTo = (workspaceId: string, channelId: string) => ["alert_channel", workspaceId, channelId];

/** Slack's own hosts for incoming webhooks. @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const SLACK_HOSTS = ["hooks.slack.com", "hooks.slack-gov.com"];

/** @param secret of a webhook @returns the configuration of a new channel, or what is wrong with the address */
export function newChannelConfig(
  kind: ChannelConfig["kind"],
  target: string,
  secret: string,
): Result<ChannelConfig, UrlFault | "slack_host" | "address"> {
  if (kind === "email") {
    const address = z.email().max(254).safeParse(target.trim());
    return address.success ? ok({ kind, address: address.data }) : err("address");
  }
  const url = readOutboundUrl(target.trim());
  if (!url.ok) return url;
  if (kind === "webhook") return ok({ kind, url: url.value.href, secret });
  return SLACK_HOSTS.includes(url.value.hostname) ? ok({ kind, url: url.value.href }) : err("slack_host");
}

/** What may be shown of it: `m…@shop.example`, or the host. */
export function channelHint(config: ChannelConfig): string {
  if (config.kind !== "email") return new URL(config.url).hostname;
  const [local = "", domain = ""] = config.address.split("@");
  return `${local.slice(0, 1)}…@${domain}`;
}
