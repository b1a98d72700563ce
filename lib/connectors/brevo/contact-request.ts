import type { operations } from "@/lib/connectors/brevo/openapi";
import type { AttributeValue, ContactPayload } from "@/lib/rules/payload";
import { type Failure, failure } from "@/lib/runner/failures";

type CreateBody = operations["createContact"]["requestBody"]["content"]["application/json"];
type UpdateBody = operations["updateContact"]["requestBody"]["content"]["application/json"];

/** Attributes of a request. The address is the contact's key: repeated here, `POST` refuses it and `PUT` moves the contact, lifting its blocklisting. */
export type RequestAttributes = Record<string, AttributeValue> & { EMAIL?: never };

export type CreateContact = Pick<CreateBody, "listIds" | "emailBlacklisted"> & {
  email: string;
  attributes: RequestAttributes;
  updateEnabled: true;
};
export type UpdateContact = Pick<UpdateBody, "listIds" | "unlinkListIds" | "emailBlacklisted"> & {
  attributes: RequestAttributes;
};

/** Attributes that Brevo keeps unique in an account, so that one clash rejects the whole contact. */
export const PHONE_ATTRIBUTES = ["SMS", "WHATSAPP", "LANDLINE_NUMBER"] as const;

/** @returns what no request of ours may carry, if the payload has it; such a payload comes from a bug or a rule that was not proved */
export function checkPayload(payload: ContactPayload): Failure | null {
  const ids: unknown[] = [...payload.listIds, ...payload.unlinkListIds];
  if (!ids.every((id) => Number.isSafeInteger(id) && Number(id) > 0))
    return failure("destination.request_refused", "list_ids");
  const names = Object.keys(payload.attributes);
  if (names.some((name) => name.toUpperCase() === "EMAIL"))
    return failure("destination.request_refused", "email_attribute");
  if (!names.every((name) => /^[A-Z0-9_]{1,50}$/.test(name)))
    return failure("destination.request_refused", "attribute_name");
  return null;
}

/** The body that creates or updates by address. Lists to leave are not in it: `POST /contacts` has no field for them. */
export function createBody(address: string, payload: ContactPayload): CreateContact {
  return { email: normaliseAddress(address), updateEnabled: true, ...commonBody(payload) };
}

export function updateBody(payload: ContactPayload): UpdateContact {
  const unlink = payload.unlinkListIds.length > 0 ? { unlinkListIds: payload.unlinkListIds } : {};
  return { ...commonBody(payload), ...unlink };
}

function commonBody(
  payload: ContactPayload,
): { attributes: RequestAttributes } & Pick<CreateContact, "listIds" | "emailBlacklisted"> {
  return {
    attributes: payload.attributes as RequestAttributes,
    ...(payload.listIds.length > 0 ? { listIds: payload.listIds } : {}),
    ...(payload.emailBlacklisted ? { emailBlacklisted: true as const } : {}),
  };
}

/** Brevo keeps addresses in lower case. */
export const normaliseAddress = (address: string): string => address.trim().toLowerCase();

/** @returns the payload without these attributes */
export function withoutAttributes(payload: ContactPayload, names: readonly string[]): ContactPayload {
  const attributes = Object.fromEntries(Object.entries(payload.attributes).filter(([name]) => !names.includes(name)));
  return { ...payload, attributes };
}
