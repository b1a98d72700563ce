"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import type { Result } from "@/lib/kernel/result";
import { connectBrevo } from "@/lib/use-cases/connections/connect-brevo";
import { connectShopify } from "@/lib/use-cases/connections/connect-shopify";
import { disconnect } from "@/lib/use-cases/connections/disconnect";
import { testConnection } from "@/lib/use-cases/connections/test-connection";
import type { Context } from "@/lib/use-cases/context";
import { enterAction } from "@/lib/use-cases/enter-action";
import type { UseCaseError } from "@/lib/use-cases/errors";
import { connectDemoAccount, connectDemoShop } from "@/lib/use-cases/sandbox/connect-demo";

const here = z.object({ workspace: z.string() });
const one = here.extend({ connectionId: z.string() });

/** Enters the workspace, acts, and has the page read anew: also after a refusal, which may have changed what is known. */
async function actIn<T>(
  workspaceId: string,
  act: (context: Context) => Promise<Result<T, UseCaseError>>,
): Promise<Result<T, UseCaseError>> {
  const context = await enterAction(workspaceId);
  const result = await act(context);
  revalidatePath(`/w/${context.workspaceId}`, "layout");
  return result;
}

export async function submitConnectShopify(_previous: ActionState, form: FormData): Promise<ActionState> {
  const shared = { shopDomain: z.string(), clientSecret: z.string() };
  const schema = z.discriminatedUnion("by", [
    here.extend({ by: z.literal("token"), accessToken: z.string(), ...shared }),
    here.extend({ by: z.literal("app"), clientId: z.string(), ...shared }),
  ]);
  return runAction(form, { name: "connect_shopify", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => connectShopify(context, input)),
  );
}

export async function submitConnectBrevo(_previous: ActionState, form: FormData): Promise<ActionState> {
  const schema = here.extend({ apiKey: z.string() });
  return runAction(form, { name: "connect_brevo", schema }, ({ workspace, ...input }) =>
    actIn(workspace, (context) => connectBrevo(context, input)),
  );
}

export async function submitConnectDemoShop(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "connect_demo_shop", schema: here }, ({ workspace }) =>
    actIn(workspace, connectDemoShop),
  );
}

export async function submitConnectDemoAccount(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "connect_demo_account", schema: here }, ({ workspace }) =>
    actIn(workspace, connectDemoAccount),
  );
}

export async function submitTestConnection(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "test_connection", schema: one }, ({ workspace, connectionId }) =>
    actIn(workspace, (context) => testConnection(context, { connectionId })),
  );
}

export async function submitDisconnect(_previous: ActionState, form: FormData): Promise<ActionState> {
  return runAction(form, { name: "disconnect", schema: one }, ({ workspace, connectionId }) =>
    actIn(workspace, (context) => disconnect(context, { connectionId })),
  );
}
