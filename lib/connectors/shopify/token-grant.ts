import { z } from "zod";
import { demandUrl, type HostPolicy, shopifyUrl } from "@/lib/connectors/hosts";
import { failureOfStatus, failureOfWire } from "@/lib/connectors/shopify/errors";
import { exchange } from "@/lib/connectors/transport";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

/** What an app shows for a token. Without a refresh token its credentials alone: allowed for an app in a shop of its own organisation. */
export interface AppCredentials {
  clientId: string;
  clientSecret: string;
  refreshToken: string | null;
}

export interface GrantedToken {
  accessToken: string;
  /** When it runs out, epoch ms of our clock. */
  expiresAtMs: number;
  /** Takes the place of the one that was sent; null where the credentials alone are enough. */
  refreshToken: string | null;
}

/** Shorter than Postgres lets a transaction stand idle: the grant is asked for under a row lock. */
const TIMEOUT_MS = 4_000;
/** An answer without a lifetime is taken for the shortest that Shopify gives, never for "for ever" (Shopify/shopify-app-js#3400). */
const ASSUMED_SECONDS = 3_600;

const answerShape = z.object({
  access_token: z.string().min(8),
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(8).optional(),
});

/** Codes that may be stored and shown; others are called by their status. Source: shopify.dev, "client credentials grant", and reports of its answers. */
const KNOWN = [
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "application_cannot_be_found",
  "app_not_installed",
  "shop_not_permitted",
];

/**
 * `POST /admin/oauth/access_token` of a shop. Safe to repeat with the same refresh token: Shopify keeps it until its successor is used, for 30 days at most
 * (changelog of 2026-08-28).
 * @returns `source.credential` with the reason when Shopify does not take what was shown
 */
export async function askForToken(
  shop: HostPolicy & { baseUrl: string; nowMs: () => number },
  { clientId, clientSecret, refreshToken }: AppCredentials,
): Promise<Result<GrantedToken, Failure>> {
  const base = demandUrl(shopifyUrl(shop.baseUrl, shop));
  const form = new URLSearchParams({
    grant_type: refreshToken === null ? "client_credentials" : "refresh_token",
    client_id: clientId,
    client_secret: clientSecret,
    ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
  });
  const askedAtMs = shop.nowMs();
  const answer = await exchange({
    method: "POST",
    url: new URL(`${base.href.replace(/\/$/, "")}/admin/oauth/access_token`),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: form.toString(),
    timeoutMs: TIMEOUT_MS,
  });
  if (!answer.ok) return err(failureOfWire(answer.error));
  const { status, body } = answer.value;
  if (status !== 200) return err(refusalOf(status, body));
  const parsed = answerShape.safeParse(parseJson(body));
  if (!parsed.success) return err(failure("source.unreadable", "R1:token"));
  const { access_token, expires_in = ASSUMED_SECONDS, refresh_token = null } = parsed.data;
  return ok({ accessToken: access_token, refreshToken: refresh_token, expiresAtMs: askedAtMs + expires_in * 1000 });
}

/** 400, 401 and 403 speak of the credentials, also as a page of HTML that names the code. */
function refusalOf(status: number, body: string): Failure {
  if (![400, 401, 403].includes(status)) return failureOfStatus(status);
  return failure("source.credential", KNOWN.find((code) => body.includes(code)) ?? `http_${status}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
