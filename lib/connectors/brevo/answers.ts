import { z } from "zod";

/* What Brevo's answers must have for us to use them. Source: v3 definition of 2026-02, and the later fields named below. */

export const contactShape = z.object({
  id: z.int().positive(),
  emailBlacklisted: z.boolean(),
  listIds: z.array(z.int()),
  attributes: z.record(z.string(), z.unknown()),
});
export type BrevoContact = z.infer<typeof contactShape>;

export const accountShape = z.object({
  organization_id: z.string().min(1),
  companyName: z.string(),
  enterprise: z.boolean(),
  planVerticals: z
    .array(z.object({ planCategory: z.string(), name: z.string(), status: z.string() }))
    .optional()
    .default([]),
});
export type BrevoAccountAnswer = z.infer<typeof accountShape>;

export const attributesShape = z.object({
  attributes: z.array(
    z.object({
      name: z.string(),
      category: z.string(),
      type: z.string().optional(),
      /** `valueStr` is what is stored; `value` is 0 where the key is no number. Older accounts lack `valueStr`. */
      enumeration: z
        .array(
          z.object({ label: z.string(), value: z.union([z.number(), z.string()]), valueStr: z.string().optional() }),
        )
        .optional(),
      multiCategoryOptions: z.array(z.string()).optional(),
    }),
  ),
});
export type BrevoAttributeAnswer = z.infer<typeof attributesShape>["attributes"][number];

/** An account without lists leaves `lists` out. */
export const listsShape = z.object({
  count: z.int().min(0),
  lists: z
    .array(z.object({ id: z.int().positive(), name: z.string() }))
    .optional()
    .default([]),
});

/** A contact that has no address was made by phone or external id. */
export const contactsShape = z.object({
  count: z.int().min(0),
  contacts: z.array(contactShape.extend({ email: z.string().nullish() })),
});
