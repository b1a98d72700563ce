import { z } from "zod";

const refreshSchema = z.strictObject({
  token: z.string(),
  /** The refresh token that took its place, once there is one. */
  successor: z.string().nullable(),
  access: z.string(),
  retired: z.boolean(),
});

/**
 * An app of the Dev Dashboard that is installed in the shop. `grant`: what its token endpoint gives, a token of a day for its credentials, or one of an hour
 * beside a refresh token. Sources: shopify.dev, client-credentials-grant and offline-access-tokens.
 */
export const appSchema = z.strictObject({
  clientId: z.string().min(1),
  /** The secrets that it takes; two while they are being rotated. */
  secrets: z.array(z.string().min(1)).min(1),
  scopes: z.array(z.string()),
  grant: z.enum(["client_credentials", "refresh_token"]),
  accessSeconds: z.int().positive(),
  /** Whether the answer says how long the token lives. */
  saysLifetime: z.boolean(),
  /** Since 2026-08-28 a used refresh token stays good until its successor is used; before, it did not last. */
  keepsUsedRefresh: z.boolean(),
  /** So many of the next answers are lost after the tokens were made. */
  loseAnswers: z.int().min(0),
  refreshTokens: z.array(refreshSchema),
  minted: z.int().min(0),
});
export type ShopifyApp = z.infer<typeof appSchema>;

export const appEditSchema = appSchema.omit({ clientId: true, refreshTokens: true, minted: true }).partial();
export type ShopifyAppEdit = z.infer<typeof appEditSchema>;

export const newApp = (clientId: string): ShopifyApp => ({
  clientId,
  secrets: ["a-client-secret"],
  scopes: ["read_customers"],
  grant: "client_credentials",
  accessSeconds: 86_399,
  saysLifetime: true,
  keepsUsedRefresh: true,
  loseAnswers: 0,
  refreshTokens: [],
  minted: 0,
});

/** What an app's token endpoint did. */
export interface Grant {
  app: ShopifyApp;
  access: string;
  refresh: string | null;
  lost: boolean;
}

/** @param refresh the refresh token that was sent; null for the credentials alone. @returns null when it is not taken */
export function grantToken(app: ShopifyApp, refresh: string | null): Grant | null {
  const used = app.refreshTokens.find(({ token, retired }) => token === refresh && !retired);
  if (refresh !== null && !used) return null;
  if (used?.successor && !app.keepsUsedRefresh) return null;
  const number = app.minted + 1;
  const access = `shpat_${app.clientId}_${number}`;
  const lost = app.loseAnswers > 0;
  const counted = { ...app, minted: number, loseAnswers: Math.max(0, app.loseAnswers - 1) };
  if (app.grant === "client_credentials") return { app: counted, access, refresh: null, lost };
  const next = `shprt_${app.clientId}_${number}`;
  const kept = app.refreshTokens.map((one) => {
    if (one.token === refresh) return { ...one, successor: next };
    // The first use of a successor retires the token before it.
    return one.successor === refresh && refresh !== null ? { ...one, retired: true } : one;
  });
  const refreshTokens = [...kept, { token: next, successor: null, access, retired: false }];
  return { app: { ...counted, refreshTokens }, access, refresh: next, lost };
}
