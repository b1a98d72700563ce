import { z } from "zod";

export const MOST_TEST_RECORDS = 20;

/** Plain: what is new since the bookmark. A test batch looks at its records alone, so it begins nowhere. */
export const requestRunInput = z
  .strictObject({
    syncId: z.uuid(),
    /** Where the run begins, source time, epoch ms; left out: at the bookmark of the manual lane. */
    fromMs: z.number().int().nonnegative().optional(),
    /** Shopify's numeric customer ids of a test batch. */
    testRecordIds: z
      .array(z.string().regex(/^\d{1,20}$/, "syncs.test_ids"))
      .min(1)
      .max(MOST_TEST_RECORDS)
      .optional(),
    /** "Send again even if unchanged". */
    resend: z.boolean().optional(),
  })
  .refine(({ fromMs, testRecordIds }) => fromMs === undefined || testRecordIds === undefined);
