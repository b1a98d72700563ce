import { z } from "zod";
import { mappingRowSchema, ruleSchema, targetListSchema } from "./schema";

/** A rule while it is being edited: everything that is there is well-formed, but it need not be whole. A preview asks for the whole rule. */
export const draftSchema = z.strictObject({
  ...ruleSchema.shape,
  mapping: z.array(mappingRowSchema).max(60),
  lists: z.array(targetListSchema).max(10),
});
export type DraftRule = z.infer<typeof draftSchema>;
