import { z } from "zod";
import { createBrevoClient } from "@/lib/connectors/brevo/client";
import { probeBrevo } from "@/lib/connectors/brevo/probe";
import { brevoUrl, demoMark } from "@/lib/ends/open-ends";
import { systemClock } from "@/lib/ends/system-clock";
import { installation } from "@/lib/installation";
import type { Result } from "@/lib/kernel/result";
import { type Context, requireRecentSignIn, requireRole } from "../context";
import { invalidInput, refuseField, type UseCaseError } from "../errors";
import { refuseConnection } from "./refuse-connection";
import { storeConnection } from "./store-connection";

export const connectBrevoInput = z.strictObject({ apiKey: z.string().trim().min(10).max(500) });

/** Connects a Brevo account by an API key; the same account again renews the key of its connection. */
export async function connectBrevo(
  context: Context,
  input: z.input<typeof connectBrevoInput>,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const allowed = requireRole(context, "editor");
  if (!allowed.ok) return allowed;
  const recent = requireRecentSignIn(context, Date.now());
  if (!recent.ok) return recent;
  const parsed = connectBrevoInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  return proveAccount(context, parsed.data);
}

/** The part behind the form, for the demo's one click too. @param input parsed, by an editor */
export async function proveAccount(
  context: Context,
  { apiKey }: z.infer<typeof connectBrevoInput>,
): Promise<Result<{ connectionId: string }, UseCaseError>> {
  const { policy } = installation();
  const mark = demoMark(policy);
  const client = createBrevoClient({
    baseUrl: brevoUrl(mark, policy),
    apiKey,
    clock: systemClock,
    allowLoopback: policy.allowLoopback,
  });
  const probe = await probeBrevo({ client, clock: systemClock });
  if (!probe.ok && probe.error.code === "destination.credential")
    return refuseField("apiKey", "connections.key_refused");
  if (!probe.ok) return refuseConnection(probe.error);
  const failed = probe.value.operations.find((operation) => operation.failure !== null);
  if (failed?.failure) return refuseConnection(failed.failure);
  const { identity, companyName, planName, rateTier } = probe.value;
  return storeConnection(context, {
    kind: "brevo",
    name: companyName,
    identity,
    secrets: [{ field: "api_key", value: apiKey }],
    details: { ...mark, ...(planName === null ? {} : { plan: planName }), rateTier },
  });
}
