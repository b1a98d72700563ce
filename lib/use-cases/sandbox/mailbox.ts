import { z } from "zod";
import { ok, type Result } from "@/lib/kernel/result";
import type { StoredMail } from "@/lib/sandbox/mail/stand-in";
import type { Context } from "../context";
import { invalidInput, type UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";

export type Mail = StoredMail;

export interface Mailbox {
  /** Latest first. */
  mails: Mail[];
  /** Whether the mail server turns everybody away. */
  stopped: boolean;
}

/** What the demo's mail server has taken. */
export function readMailbox(context: Context): Promise<Result<Mailbox, UseCaseError>> {
  return askSandbox(context, "viewer", ({ mail }) => mail.call<Mailbox>("GET", "/mails"));
}

const switchInput = z.object({ to: z.enum(["stop", "start"]) });

/** Stops the demo's mail server, or lets it take mail again. */
export async function switchMailer(context: Context, input: unknown): Promise<Result<true, UseCaseError>> {
  const parsed = switchInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const stopped = parsed.data.to === "stop";
  const done = await askSandbox(context, "editor", ({ mail }) => mail.call("PUT", "/mailer", { stopped }));
  return done.ok ? ok(true) : done;
}
