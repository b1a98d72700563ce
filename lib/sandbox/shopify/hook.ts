import { z } from "zod";

/** A subscription to one topic. */
export const hookSchema = z.strictObject({
  id: z.string(),
  topic: z.string(),
  uri: z.string(),
  includeFields: z.array(z.string()),
});
export type ShopHook = z.infer<typeof hookSchema>;
