import { z } from "zod";

/** Body of `POST /webhooks`, as far as we play it. */
export const hookBody = z.object({
  url: z.string(),
  events: z.array(z.string()).min(1),
  type: z.enum(["transactional", "marketing", "inbound"]).default("transactional"),
  description: z.string().default(""),
  auth: z.object({ type: z.string(), token: z.string() }).optional(),
});
export const hookChange = hookBody.omit({ type: true }).partial();
export type StoredHook = z.infer<typeof hookBody> & { id: number };
