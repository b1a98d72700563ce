import { GraphQLError } from "graphql";
import type { ShopCustomer } from "@/lib/sandbox/shopify/customer";
import { gidOf, toWholeSecond } from "@/lib/sandbox/shopify/record-text";
import type { ShopifySettings } from "@/lib/sandbox/shopify/settings";

/** Which classes of protected customer data this answer may show. */
export type VisibleData = ShopifySettings["protectedData"];

/** A customer in the shape of the API. A protected field that the app may not see throws, so that GraphQL nulls it (or its parent) with an error. */
export function toWireCustomer(customer: ShopCustomer, visible: VisibleData): Record<string, unknown> {
  const { id, email, phone, address } = customer;
  return {
    __typename: "Customer",
    id: gidOf("Customer", id),
    legacyResourceId: id,
    createdAt: customer.createdAt,
    updatedAt: toWholeSecond(customer.updatedAt),
    firstName: guarded(visible.name, "firstName", customer.firstName),
    lastName: guarded(visible.name, "lastName", customer.lastName),
    locale: customer.locale,
    tags: customer.tags,
    state: customer.state,
    note: customer.note,
    verifiedEmail: customer.verifiedEmail,
    numberOfOrders: String(customer.numberOfOrders),
    amountSpent: customer.amountSpent,
    defaultEmailAddress: email && {
      emailAddress: guarded(visible.email, "emailAddress", email.address),
      marketingState: email.marketingState,
      marketingOptInLevel: email.marketingOptInLevel,
      marketingUpdatedAt: email.marketingUpdatedAt,
      validFormat: email.validFormat,
    },
    defaultPhoneNumber: phone && {
      phoneNumber: guarded(visible.phone, "phoneNumber", phone.number),
      marketingState: phone.marketingState,
      marketingOptInLevel: phone.marketingOptInLevel,
      marketingUpdatedAt: phone.marketingUpdatedAt,
      marketingCollectedFrom: phone.marketingCollectedFrom,
    },
    defaultAddress: address && {
      __typename: "MailingAddress",
      id: `gid://shopify/MailingAddress/${id}?model_name=CustomerAddress`,
      countryCodeV2: address.countryCode,
      provinceCode: address.provinceCode,
    },
  };
}

/** A value of a protected class: as it is, or a function that fails as Shopify does for an app without the approval. */
export function guarded<T>(allowed: boolean, field: string, value: T): T | (() => never) {
  if (allowed) return value;
  return () => {
    throw new GraphQLError(
      `This app is not approved to use the ${field} field. See https://partners.shopify.com/docs/apps/customer-data for more details.`,
      { extensions: { code: "ACCESS_DENIED", documentation: "https://partners.shopify.com/docs/apps/customer-data" } },
    );
  };
}
