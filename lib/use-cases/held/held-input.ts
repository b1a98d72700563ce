import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { IS_HELD } from "./is-held";

export const heldInput = z.strictObject({
  syncId: z.uuid(),
  /** One record; left out: every held record of the sync. */
  recordId: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** Rows `h` of `record_rows` that the input names. */
export const namedHeld = ({ syncId, recordId }: z.infer<typeof heldInput>): SQL => sql`
  h.sync_id = ${syncId} and ${IS_HELD} ${recordId === undefined ? sql`` : sql`and h.record_id = ${recordId}`}`;
