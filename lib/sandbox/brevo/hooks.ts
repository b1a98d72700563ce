import { empty, json, missing, problem } from "@/lib/sandbox/brevo/answers";
import { parseBody } from "@/lib/sandbox/brevo/contact-body";
import { hookBody, hookChange } from "@/lib/sandbox/brevo/hook-body";
import type { BrevoStore } from "@/lib/sandbox/brevo/store";
import type { StandInAnswer } from "@/lib/sandbox/contract";

/** `GET /webhooks`: an account that has none answers 404, as reports say. */
export function listHooks(store: BrevoStore): StandInAnswer {
  const webhooks = [...store.hooks.values()].map(({ auth: _, ...hook }) => ({
    ...hook,
    channel: "email",
    createdAt: "2026-01-01T00:00:00Z",
    modifiedAt: "2026-01-01T00:00:00Z",
  }));
  return webhooks.length === 0 ? problem(404, "document_not_found", "Webhooks not found") : json(200, { webhooks });
}

/** `POST /webhooks`: 201 with the id. Nothing is delivered from here: tests deliver as Brevo does. */
export function createHook(store: BrevoStore, sent: unknown): StandInAnswer {
  const parsed = parseBody(hookBody, sent);
  if ("refusal" in parsed) return parsed.refusal;
  if (!/^https?:\/\//.test(parsed.body.url)) return missing("url is missing");
  const id = store.hooks.size + 1;
  store.commit({ kind: "hook-put", hook: { ...parsed.body, id } });
  return json(201, { id });
}

/** `PUT /webhooks/{webhookId}`: 204. */
export function updateHook(store: BrevoStore, segment: string, sent: unknown): StandInAnswer {
  const parsed = parseBody(hookChange, sent);
  if ("refusal" in parsed) return parsed.refusal;
  const hook = store.hooks.get(Number(segment));
  if (!hook) return problem(404, "document_not_found", "Webhook record not found");
  const change = Object.fromEntries(Object.entries(parsed.body).filter(([, value]) => value !== undefined));
  store.commit({ kind: "hook-put", hook: { ...hook, ...change } });
  return empty(204);
}
