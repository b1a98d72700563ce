import { z } from "zod";
import { invalid } from "@/lib/sandbox/brevo/answers";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** Wider than ajv's `email`: Brevo takes addresses outside ASCII (APIv3-nodejs-library#47). */
const email = z.string().regex(/^[^\s@"(),:;<>]+@[^\s@"(),:;<>]+\.[^\s@"(),:;<>]+$/, "email is not valid in");
const listIds = z.array(z.int("should be an array of list ids"));
const attributes = z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]));

/** Bodies of `POST /contacts` and `PUT /contacts/{identifier}`; fields that the definition does not know are ignored, as Brevo does. */
const contactBody = z.object({
  email: email.optional(),
  ext_id: z.string().optional(),
  attributes: attributes.optional(),
  listIds: listIds.optional(),
  unlinkListIds: listIds.optional(),
  emailBlacklisted: z.boolean().optional(),
  smsBlacklisted: z.boolean().optional(),
  smtpBlacklistSender: z.array(email).optional(),
  updateEnabled: z.boolean().default(false),
  forceMerge: z.boolean().default(false),
  getId: z.boolean().default(false),
});
export type ContactBody = z.infer<typeof contactBody>;

const listBody = z.object({ name: z.string().min(1), folderId: z.int() });

const attributeBody = z.object({
  value: z.string().optional(),
  isRecurring: z.boolean().optional(),
  enumeration: z.array(z.object({ value: z.int(), label: z.string().max(200) })).optional(),
  multiCategoryOptions: z.array(z.string().max(200)).optional(),
  type: z.enum(["text", "date", "float", "boolean", "id", "category", "multiple-choice", "user"]).optional(),
});
export type AttributeBody = z.infer<typeof attributeBody>;

const batchBody = z.object({
  contacts: z.array(contactBody.extend({ id: z.int().optional(), sms: z.string().optional() })),
});

const importBody = z.object({
  jsonBody: z.array(
    z.object({
      email: z.string(),
      attributes: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
  listIds: listIds.optional(),
  emailBlacklist: z.boolean().default(false),
  smsBlacklist: z.boolean().default(false),
  updateExistingContacts: z.boolean().default(true),
});
export type ImportBody = z.infer<typeof importBody>;

export const SCHEMAS = {
  contact: contactBody,
  list: listBody,
  attribute: attributeBody,
  batch: batchBody,
  import: importBody,
};

type Parsed<T> = { body: T } | { refusal: StandInAnswer };

/** Checks a body as Brevo does before it looks at the account. A body that is no JSON object is refused like a wrong field. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const result = schema.safeParse(body);
  if (result.success) return { body: result.data };
  const issue = result.error.issues[0];
  return {
    refusal: invalid(`${issue?.path.join(".") || "body"} ${issue?.message ?? "is invalid"}`),
  };
}
