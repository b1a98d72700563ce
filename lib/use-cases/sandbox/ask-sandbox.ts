import type { Role } from "@/lib/db/schema/workspaces";
import { environment } from "@/lib/env";
import { ok, type Result } from "@/lib/kernel/result";
import { type BrevoControl, createBrevoControl } from "@/lib/sandbox/brevo/control-client";
import {
  createSandboxControl,
  SandboxControlError,
  type ShopifyControl,
  type StandInControl,
} from "@/lib/sandbox/client";
import { type Context, requireRole } from "../context";
import { refuse, type UseCaseError } from "../errors";

/** The stand-ins behind their control port. */
export interface StandIns {
  shop: ShopifyControl;
  account: BrevoControl & StandInControl;
  mail: StandInControl;
}

/**
 * Asks the stand-ins for a member of a workspace. They belong to the installation: every workspace of a demo sees the same two.
 * @returns `not_found` on an installation that is no demo, `sandbox.unreachable` when they do not answer, `sandbox.refused` for what they do not accept
 */
export async function askSandbox<T>(
  context: Context,
  least: Role,
  ask: (standIns: StandIns) => Promise<T>,
): Promise<Result<T, UseCaseError>> {
  const env = environment();
  const { SANDBOX_CONTROL_URL: controlUrl, SANDBOX_CONTROL_SECRET: secret } = env;
  if (!env.NIGHTPOST_DEMO || !controlUrl || !secret) return refuse("not_found", "not_found");
  const allowed = requireRole(context, least);
  if (!allowed.ok) return allowed;
  const control = createSandboxControl({ controlUrl, secret });
  try {
    const account = { ...control.brevo, ...createBrevoControl(control.brevo.call) };
    return ok(await ask({ shop: control.shopify, account, mail: control.mail }));
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Result<never, UseCaseError> {
  if (error instanceof SandboxControlError) {
    if (error.status === 404) return refuse("not_found", "sandbox.gone");
    if (error.status < 500) return refuse("invalid", "sandbox.refused");
  }
  // What fetch throws when nobody listens.
  if (error instanceof TypeError) return refuse("unavailable", "sandbox.unreachable");
  throw error;
}
