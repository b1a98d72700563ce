import { createHmac, timingSafeEqual } from "node:crypto";

const FIVE_MINUTES_S = 300;

/** HMAC-SHA-256 over `<timestamp>.<body>`, as `v1=<hex>`. @param timestampS Unix seconds, as sent in `Nightpost-Timestamp` */
export function signWebhook(secret: string, timestampS: number, body: string): string {
  return `v1=${createHmac("sha256", secret).update(`${timestampS}.${body}`).digest("hex")}`;
}

/** What a receiver does, as docs/alerts.md shows it. @param nowS Unix seconds */
export function verifyWebhook(
  secret: string,
  headers: { timestamp: string; signature: string },
  body: string,
  nowS: number,
): boolean {
  const sentS = Number(headers.timestamp);
  if (!Number.isInteger(sentS) || Math.abs(nowS - sentS) > FIVE_MINUTES_S) return false;
  const [given, wanted] = [Buffer.from(headers.signature), Buffer.from(signWebhook(secret, sentS, body))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
