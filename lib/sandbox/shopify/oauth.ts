import { z } from "zod";
import type { StandInAnswer, StandInRequest } from "@/lib/sandbox/contract";
import { grantToken } from "@/lib/sandbox/shopify/apps";
import { jsonBody } from "@/lib/sandbox/shopify/edge-answers";
import type { ShopChange, ShopState } from "@/lib/sandbox/shopify/shop-state";

const bodySchema = z.object({
  grant_type: z.enum(["client_credentials", "refresh_token"]),
  client_id: z.string(),
  client_secret: z.string(),
  refresh_token: z.string().optional(),
});

export const OAUTH_PATH = /^\/([^/]+)\/admin\/oauth\/access_token$/;

const refused = (error: string) => jsonBody(400, { error, error_description: "The request is not taken." });

/** `POST /admin/oauth/access_token`: makes tokens for the shop's apps. */
export function answerTokenRequest(
  { state, commit, nowMs }: { state: ShopState; commit: (change: ShopChange) => void; nowMs: number },
  request: StandInRequest,
): StandInAnswer {
  if (OAUTH_PATH.exec(request.path)?.[1] !== state.settings.shop.myshopifyDomain)
    return jsonBody(404, { errors: "Not Found" });
  const form = Object.fromEntries(new URLSearchParams(request.body));
  const parsed = bodySchema.safeParse(form);
  if (!parsed.success) return refused("invalid_request");
  const app = state.apps.get(parsed.data.client_id);
  if (!app) return refused("application_cannot_be_found");
  if (!app.secrets.includes(parsed.data.client_secret)) return jsonBody(401, { error: "invalid_client" });
  const sent = parsed.data.grant_type === "refresh_token" ? (parsed.data.refresh_token ?? "") : null;
  const grant = grantToken(app, sent);
  if (!grant) return refused("invalid_grant");
  commit({ kind: "app", app: grant.app });
  const expiresAtMs = nowMs + app.accessSeconds * 1000;
  commit({ kind: "token", token: { token: grant.access, scopes: app.scopes, state: "live", expiresAtMs } });
  const answer = jsonBody(200, {
    access_token: grant.access,
    scope: app.scopes.join(","),
    ...(app.saysLifetime ? { expires_in: app.accessSeconds } : {}),
    ...(grant.refresh ? { refresh_token: grant.refresh, refresh_token_expires_in: 7_776_000 } : {}),
  });
  return grant.lost ? { ...answer, transport: "reset" } : answer;
}
