import { z } from "zod";
import { ok, type Result } from "@/lib/kernel/result";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import type { Context } from "../context";
import { invalidInput, type UseCaseError } from "../errors";
import { askSandbox, type StandIns } from "./ask-sandbox";

export const SECRET_SWITCHES = ["expire-token", "mend-token", "expire-key", "refuse-address", "mend-key"] as const;
export type SecretSwitch = (typeof SECRET_SWITCHES)[number];
const switchSecretInput = z.object({ to: z.enum(SECRET_SWITCHES) });

/** Lets the demo's token or key run out, or puts it right, at the vendor's side: what is stored here does not change. */
export async function switchSecret(context: Context, input: unknown): Promise<Result<true, UseCaseError>> {
  const parsed = switchSecretInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const done = await askSandbox(context, "editor", (standIns) => turn(standIns, parsed.data.to));
  return done.ok ? ok(true) : done;
}

async function turn({ shop, account }: StandIns, to: SecretSwitch): Promise<void> {
  switch (to) {
    case "expire-token":
      await shop.putToken(DEMO_ACCESS_TOKEN, { state: "expired" });
      return;
    case "mend-token":
      await shop.putToken(DEMO_ACCESS_TOKEN, { state: "live" });
      return;
    case "expire-key":
      await account.switchKey("expire", DEMO_API_KEY);
      return;
    case "refuse-address":
      await account.switchKey("ip-refuse");
      return;
    case "mend-key":
      await account.switchKey("mend", DEMO_API_KEY);
      return;
  }
}
