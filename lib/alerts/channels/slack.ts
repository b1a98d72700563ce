import type { OutboundPolicy } from "@/lib/http/outbound";
import type { Result } from "@/lib/kernel/result";
import type { AlertMessage, SendFault } from "../message";
import { post, type Receipt } from "./post";

/**
 * Posts a notice to a Slack incoming webhook. Slack knows no idempotency key: the reference in the last line tells a repeat.
 * @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks (200 `ok`; 403, 404 and 410 when the channel or the hook is gone)
 */
export function sendSlack(
  { url }: { url: string },
  message: AlertMessage,
  policy?: OutboundPolicy,
): Promise<Result<Receipt, SendFault>> {
  return post(url, {}, JSON.stringify(slackBody(message)), policy);
}

/** `text` is what notifications show; the section is plain text, so that a name is never read as markup, a link or `<!channel>`. */
function slackBody({ subject, lines }: AlertMessage) {
  return {
    text: escapeMarkup(subject),
    blocks: [{ type: "section", text: { type: "plain_text", text: lines.join("\n").slice(0, 2_900), emoji: false } }],
  };
}

/** @see https://docs.slack.dev/messaging/formatting-message-text (the three characters that must be escaped) */
const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
