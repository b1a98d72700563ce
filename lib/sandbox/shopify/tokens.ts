import { z } from "zod";

/** `expired` and `revoked` are both answered 401; the difference is only whether `mend` is what a person would do. */
export const tokenSchema = z.strictObject({
  token: z.string().min(8),
  scopes: z.array(z.string()),
  state: z.enum(["live", "revoked", "expired"]),
  /** When it runs out by itself; absent: never. */
  expiresAtMs: z.number().optional(),
});

export type ShopifyToken = z.infer<typeof tokenSchema>;
export type ShopifyTokenEdit = Partial<Omit<ShopifyToken, "token">>;

/** Opens the demo shop and nothing else; the stand-in knows it from its beginning. */
export const DEMO_ACCESS_TOKEN = "shpat_sandbox_demo_shop";

/** Signs the demo shop's webhooks. */
export const DEMO_CLIENT_SECRET = "shpss_sandbox_demo_app";

export const DEFAULT_TOKEN: ShopifyToken = {
  token: DEMO_ACCESS_TOKEN,
  scopes: ["read_customers"],
  state: "live",
};
