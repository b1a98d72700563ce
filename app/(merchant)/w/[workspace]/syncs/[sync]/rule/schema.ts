import { z } from "zod";

/** Sixty rows with a category of five hundred options each do not fit; every rule a person makes does. Characters of JSON. */
const MOST_CHARACTERS = 512 * 1024;

const json = z
  .string()
  .max(MOST_CHARACTERS, "rule.too_large")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "rule.not_json" });
      return z.NEVER;
    }
  });

const revision = z.coerce.number().int().positive();

export const draftForm = z.object({ rule: json, revision, keepRunning: z.stringbool() });
export const previewForm = z.object({ revision });
export const publishForm = z.object({
  previewId: z.string(),
  digest: z.string(),
  existing: z.enum(["resend", "from_now"]).optional(),
});
