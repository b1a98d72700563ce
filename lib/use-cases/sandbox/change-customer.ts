import { z } from "zod";
import { ok, type Result } from "@/lib/kernel/result";
import type { Context } from "../context";
import { invalidInput, type UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";
import { customerEdit, customerForm } from "./customer-form";

const customerId = z.string().regex(/^[1-9]\d{0,19}$/);
const editCustomerInput = customerForm.extend({ customerId });
const deleteCustomerInput = z.object({ customerId });

type Changed = Promise<Result<{ customerId: string }, UseCaseError>>;

/** Adds a customer to the stand-in shop. */
export async function createCustomer(context: Context, input: unknown): Changed {
  const parsed = customerForm.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  return askSandbox(context, "editor", async ({ shop }) => ({
    customerId: (await shop.createCustomer(customerEdit(parsed.data))).id,
  }));
}

/** Changes a customer as somebody at the shop would, and as nobody could: consent is written as given. */
export async function editCustomer(context: Context, input: unknown): Changed {
  const parsed = editCustomerInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { customerId: id, ...form } = parsed.data;
  return askSandbox(context, "editor", async ({ shop }) => {
    const old = await shop.getCustomer(id);
    await shop.editCustomer(id, customerEdit(form, old));
    return { customerId: id };
  });
}

export async function deleteCustomer(context: Context, input: unknown): Changed {
  const parsed = deleteCustomerInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { customerId: id } = parsed.data;
  const deleted = await askSandbox(context, "editor", ({ shop }) => shop.deleteCustomer(id));
  return deleted.ok ? ok({ customerId: id }) : deleted;
}
