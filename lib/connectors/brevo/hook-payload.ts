import { z } from "zod";
import { BREVO_HOOK_EVENTS } from "@/lib/connectors/brevo/hooks";

type BrevoHookEvent = (typeof BREVO_HOOK_EVENTS)[number];

/** What Brevo's webhook says happened, as far as we use it. */
export interface BrevoNews {
  event: BrevoHookEvent;
  addresses: string[];
  /** When, as Brevo wrote it: one event delivered twice says the same. */
  at: string;
}

const one = z.object({
  event: z.string(),
  email: z.union([z.string(), z.array(z.string())]),
  ts_event: z.union([z.number(), z.string()]).nullish(),
  ts: z.union([z.number(), z.string()]).nullish(),
  date_event: z.string().nullish(),
  date: z.string().nullish(),
});

/** Subscribed to as `hardBounce`, delivered as `hard_bounce`: both spellings, and those without their ending, are one. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]/g, "")
    .replace(/d$/, "");

/** Also a batch of them. Entries that are none of ours are left out. @returns null for what is no such body at all */
export function readBrevoHook(body: unknown): BrevoNews[] | null {
  const parsed = z.union([one, z.array(one)]).safeParse(body);
  if (!parsed.success) return null;
  return [parsed.data].flat().flatMap((entry) => {
    const event = BREVO_HOOK_EVENTS.find((known) => fold(known) === fold(entry.event));
    const at = String(entry.ts_event ?? entry.ts ?? entry.date_event ?? entry.date ?? "");
    return event ? [{ event, addresses: [entry.email].flat(), at }] : [];
  });
}
