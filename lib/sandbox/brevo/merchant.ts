import { z } from "zod";
import { json } from "@/lib/sandbox/brevo/answers";
import type { StoredContact } from "@/lib/sandbox/brevo/contact";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

const edit = z.strictObject({
  action: z.literal("edit"),
  email: z.string().optional(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
  listIds: z.array(z.int()).optional(),
  unlinkListIds: z.array(z.int()).optional(),
});
const merchantAction = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("opt-out"),
    channel: z.enum(["email", "sms"]).default("email"),
  }),
  z.strictObject({
    action: z.literal("opt-in"),
    channel: z.enum(["email", "sms"]).default("email"),
  }),
  z.strictObject({ action: z.literal("delete") }),
  edit,
]);
export type MerchantAction = z.input<typeof merchantAction>;

/** What a merchant, or a contact with the unsubscribe link, does in Brevo itself. Trips no wire: they may. */
export function actAsMerchant(store: BrevoStore, contact: StoredContact, sent: unknown): StandInAnswer {
  const parsed = merchantAction.safeParse(sent);
  if (!parsed.success) return json(422, { error: z.prettifyError(parsed.error) });
  const action = parsed.data;
  if (action.action === "delete") {
    store.commit({ kind: "contact-gone", id: contact.id });
    return json(200, { deleted: contact.id });
  }
  const changed = {
    ...applyAction(contact, action),
    modifiedAt: store.now().toISOString(),
  };
  store.commit({ kind: "contact-put", contact: changed });
  return json(200, changed);
}

/** The contact clicked "unsubscribe", or was blocklisted by hand. */
export function optOut(store: BrevoStore, contact: StoredContact): void {
  actAsMerchant(store, contact, { action: "opt-out" } satisfies MerchantAction);
}

type Change = Exclude<z.output<typeof merchantAction>, { action: "delete" }>;

function applyAction(contact: StoredContact, action: Change): StoredContact {
  switch (action.action) {
    case "opt-out":
    case "opt-in": {
      const listed = action.action === "opt-out";
      return action.channel === "email"
        ? { ...contact, emailBlacklisted: listed }
        : { ...contact, smsBlacklisted: listed };
    }
    case "edit": {
      const unlinked = new Set(action.unlinkListIds ?? []);
      const listIds = [...new Set([...contact.listIds, ...(action.listIds ?? [])])].filter((id) => !unlinked.has(id));
      const email = action.email?.toLowerCase() ?? contact.email;
      return {
        ...contact,
        email,
        listIds,
        attributes: { ...contact.attributes, ...action.attributes },
      };
    }
  }
}
