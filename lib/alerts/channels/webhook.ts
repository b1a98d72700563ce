import type { OutboundPolicy } from "@/lib/http/outbound";
import type { Result } from "@/lib/kernel/result";
import type { AlertMessage, SendFault } from "../message";
import { signWebhook } from "../sign-webhook";
import { post, type Receipt } from "./post";

/** Posts a notice as JSON, signed. @param nowMs epoch ms, for the signature's timestamp */
export function sendWebhook(
  { url, secret }: { url: string; secret: string },
  message: AlertMessage,
  nowMs: number,
  policy?: OutboundPolicy,
): Promise<Result<Receipt, SendFault>> {
  const body = JSON.stringify(webhookBody(message));
  const timestampS = Math.floor(nowMs / 1000);
  const headers = {
    "nightpost-delivery": message.id,
    "nightpost-timestamp": String(timestampS),
    "nightpost-signature": signWebhook(secret, timestampS, body),
  };
  return post(url, headers, body, policy);
}

/** docs/alerts.md describes it: fields are added, never renamed. */
function webhookBody({ lines: _, atMs, ...message }: AlertMessage) {
  return { version: 1, ...message, at: new Date(atMs).toISOString() };
}
