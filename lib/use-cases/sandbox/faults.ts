import { z } from "zod";
import { ok, type Result } from "@/lib/kernel/result";
import type { KnownFault } from "@/lib/sandbox/contract";
import type { Context } from "../context";
import { invalidInput, type UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";

export const SIDES = ["shopify", "brevo"] as const;
export type Side = (typeof SIDES)[number];

export type KnownFaults = Record<Side, KnownFault[]>;

/** Every fault that the stand-ins can play. */
export async function readKnownFaults(context: Context): Promise<Result<KnownFaults, UseCaseError>> {
  return askSandbox(context, "viewer", async ({ shop, account }) => {
    const [shopify, brevo] = await Promise.all([shop.knownFaults(), account.knownFaults()]);
    return { shopify, brevo };
  });
}

/** A number from a form, where nothing typed means nothing said. */
const optionalNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .default("")
    .transform((text) => (text === "" ? undefined : Number(text)))
    .pipe(z.number().int().min(min).max(max).optional());

const scheduleFaultInput = z.object({
  side: z.enum(SIDES),
  fault: z.string().min(1).max(60),
  /** How many requests are struck, unless `forever` is said. */
  times: optionalNumber(1, 100_000),
  forever: z.literal("on").optional(),
  skip: optionalNumber(0, 100_000),
  match: z.string().trim().max(60).default(""),
  delaySeconds: optionalNumber(0, 600),
});

/** Has a stand-in fail: the next so many requests, or every one until the fault is removed. */
export async function scheduleFault(
  context: Context,
  input: unknown,
): Promise<Result<{ faultId: string }, UseCaseError>> {
  const parsed = scheduleFaultInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { side, fault, times = 1, forever, skip, match, delaySeconds } = parsed.data;
  return askSandbox(context, "editor", async (standIns) => {
    const scheduled = await controlOf(standIns, side).schedule({
      fault,
      times: forever ? "forever" : times,
      ...(skip === undefined ? {} : { skip }),
      ...(match === "" ? {} : { match }),
      ...(delaySeconds === undefined ? {} : { delayMs: delaySeconds * 1_000 }),
    });
    return { faultId: scheduled.id };
  });
}

const removeFaultInput = z.object({ side: z.enum(SIDES), faultId: z.uuid() });

/** Removes one fault; one that is spent already is no error. */
export async function removeFault(context: Context, input: unknown): Promise<Result<true, UseCaseError>> {
  const parsed = removeFaultInput.safeParse(input, { reportInput: true });
  if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
  const { side, faultId } = parsed.data;
  const removed = await askSandbox(context, "editor", (standIns) => controlOf(standIns, side).cancelFaults(faultId));
  return removed.ok ? ok(true) : removed;
}

const controlOf = ({ shop, account }: Parameters<Parameters<typeof askSandbox>[2]>[0], side: Side) => {
  switch (side) {
    case "shopify":
      return shop;
    case "brevo":
      return account;
  }
};
