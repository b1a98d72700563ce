import { z } from "zod";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { CONSENT_LEVELS, CONSENT_STATES } from "./shop-view";

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((text) => (text === "" ? null : text));

/** `2026-01-31T09:00`, as browsers send it, with or without seconds and `Z`; UTC. */
const optionalTime = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z?)?$/)
  .refine((text) => text === "" || !Number.isNaN(Date.parse(withZone(text))))
  .transform((text) => (text === "" ? null : `${new Date(withZone(text)).toISOString().slice(0, 19)}Z`));

const withZone = (text: string) => (text.endsWith("Z") ? text : `${text}Z`);

/** What a person types of a customer. Nothing is checked as a shop would: an address without @ is one of the traps that can be set. */
export const customerForm = z.object({
  firstName: optionalText(200),
  lastName: optionalText(200),
  address: optionalText(320),
  phone: optionalText(40),
  consentState: z.enum(CONSENT_STATES),
  consentLevel: z.union([z.enum(CONSENT_LEVELS), z.literal("")]).transform((level) => (level === "" ? null : level)),
  consentAt: optionalTime,
});

export type CustomerForm = z.output<typeof customerForm>;

/** The form as an edit. @param old what the form does not show, such as consent to texting, stays */
export function customerEdit(
  form: CustomerForm,
  old?: ShopCustomer,
): Pick<ShopCustomer, "firstName" | "lastName" | "email" | "phone"> {
  const { firstName, lastName, address, phone, consentState, consentLevel, consentAt } = form;
  const texting = old?.phone ?? {
    marketingState: "NOT_SUBSCRIBED",
    marketingOptInLevel: null,
    marketingUpdatedAt: null,
    marketingCollectedFrom: null,
  };
  return {
    firstName,
    lastName,
    email:
      address === null
        ? null
        : {
            address,
            marketingState: consentState,
            marketingOptInLevel: consentLevel,
            marketingUpdatedAt: consentAt,
            validFormat: z.email().safeParse(address).success,
          },
    phone: phone === null ? null : { ...texting, number: phone },
  };
}
