import { z } from "zod";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { invalidInput, type UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";

const contactActInput = z.object({
  contactId: z.coerce.number().int().min(1),
  act: z.enum(["opt-out", "opt-in", "delete"]),
});

/** What a merchant or the contact does in Brevo itself, behind our back: opting out, opting in again, deleting. */
export async function actOnContact(
  context: Context,
  input: unknown,
): Promise<Result<{ contactId: number }, UseCaseError>> {
  const parsed = contactActInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { contactId, act } = parsed.data;
  const done = await askSandbox(context, "editor", ({ account }) => account.actAsMerchant(contactId, { action: act }));
  return done.ok ? ok({ contactId }) : done;
}
