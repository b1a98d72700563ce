"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { runAction } from "@/lib/http/action";
import type { ActionState } from "@/lib/http/action-state";
import type { Result } from "@/lib/kernel/result";
import type { Context } from "@/lib/use-cases/context";
import { enterAction } from "@/lib/use-cases/enter-action";
import type { UseCaseError } from "@/lib/use-cases/errors";
import { actOnContact } from "@/lib/use-cases/sandbox/act-on-contact";
import { createCustomer, deleteCustomer, editCustomer } from "@/lib/use-cases/sandbox/change-customer";
import { removeFault, scheduleFault } from "@/lib/use-cases/sandbox/faults";
import { switchMailer } from "@/lib/use-cases/sandbox/mailbox";
import { switchSecret } from "@/lib/use-cases/sandbox/switch-secret";

const anyForm = z.object({ workspace: z.string() }).catchall(z.string());

type Act = (context: Context, input: unknown) => Promise<Result<unknown, UseCaseError>>;

/** Enters the workspace and hands the form to a use-case, which checks it. */
function submit(name: string, form: FormData, act: Act): Promise<ActionState> {
  return runAction(form, { name, schema: anyForm }, async ({ workspace, ...input }) => {
    const context = await enterAction(workspace);
    const result = await act(context, input);
    revalidatePath(`/w/${context.workspaceId}/sandbox`, "layout");
    return result;
  });
}

export async function submitCreateCustomer(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_create_customer", form, createCustomer);
}

export async function submitEditCustomer(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_edit_customer", form, editCustomer);
}

export async function submitDeleteCustomer(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_delete_customer", form, deleteCustomer);
}

export async function submitActOnContact(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_act_on_contact", form, actOnContact);
}

export async function submitScheduleFault(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_schedule_fault", form, scheduleFault);
}

export async function submitRemoveFault(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_remove_fault", form, removeFault);
}

export async function submitSwitchSecret(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_switch_secret", form, switchSecret);
}

export async function submitSwitchMailer(_previous: ActionState, form: FormData): Promise<ActionState> {
  return submit("sandbox_switch_mailer", form, switchMailer);
}
