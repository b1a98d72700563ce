import { z } from "zod";
import { classify, failureOfVerdict } from "@/lib/connectors/brevo/classify";
import type { BrevoClient, BrevoReply, NewWebhook } from "@/lib/connectors/brevo/client";
import { err, ok, type Result } from "@/lib/kernel/result";
import { type Failure, failure } from "@/lib/runner/failures";

/** What ends a contact's place in marketing, or the contact. Source: v3 definition of 2026-02, `POST /webhooks`, marketing events. */
export const BREVO_HOOK_EVENTS = ["unsubscribed", "spam", "hardBounce", "contactDeleted"] as const;

const listShape = z.object({
  webhooks: z
    .array(z.object({ id: z.int(), url: z.string(), events: z.array(z.string()) }))
    .optional()
    .default([]),
});

/**
 * Makes the account tell us of opt-outs, once. Brevo signs nothing, so each delivery carries a secret of ours as a bearer token; Brevo may not show it again, so an
 * update sets it each time. An account without webhooks answers 404 to the list [?].
 */
export async function ensureBrevoHook(
  client: BrevoClient,
  url: string,
  secret: string,
): Promise<Result<true, Failure>> {
  const reply = await client.getWebhooks();
  const verdict = classify("GET", "contact", reply);
  if (verdict.kind !== "applied" && verdict.kind !== "gone") return err(failureOfVerdict(verdict));
  const list = verdict.kind === "gone" ? { webhooks: [] } : listShape.safeParse(bodyOf(reply)).data;
  if (!list) return err(failure("destination.unavailable", "unreadable_answer"));
  const found = list.webhooks.find((hook) => hook.url === url);
  const body: NewWebhook = {
    url,
    description: "Nightpost: opt-outs",
    type: "marketing",
    events: [...BREVO_HOOK_EVENTS],
    auth: { type: "bearer", token: secret },
  };
  const { type: _, ...change } = body;
  const done = found
    ? classify("PUT", "account", await client.updateWebhook(found.id, change))
    : classify("POST", "account", await client.createWebhook(body));
  return done.kind === "applied" ? ok(true) : err(failureOfVerdict(done));
}

const bodyOf = (reply: BrevoReply): unknown => (reply.kind === "answer" ? reply.body : undefined);
