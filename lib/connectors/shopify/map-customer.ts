import type { CustomerNode } from "@/lib/connectors/shopify/answers";
import { idOf } from "@/lib/connectors/shopify/gid";
import type { CustomerRecord } from "@/lib/rules/customer";

/** A customer as Shopify shows it, in our words. Consent states and levels stay the text that they are, unknown ones too: the gate refuses those. */
export function toCustomerRecord(node: CustomerNode): CustomerRecord {
  const { defaultEmailAddress: email, defaultPhoneNumber: phone, defaultAddress: address } = node;
  return {
    object: "customer",
    id: idOf(node.id),
    createdAtMs: node.createdAt,
    updatedAtMs: node.updatedAt,
    firstName: node.firstName,
    lastName: node.lastName,
    locale: node.locale,
    tags: node.tags,
    accountState: node.state,
    verifiedEmail: node.verifiedEmail,
    numberOfOrders: node.numberOfOrders,
    amountSpent: node.amountSpent.amount,
    amountSpentCurrency: node.amountSpent.currencyCode,
    email: email && {
      address: email.emailAddress,
      state: email.marketingState,
      optInLevel: email.marketingOptInLevel,
      updatedAtMs: email.marketingUpdatedAt,
    },
    phone: phone && {
      number: phone.phoneNumber,
      state: phone.marketingState,
      optInLevel: phone.marketingOptInLevel,
      updatedAtMs: phone.marketingUpdatedAt,
    },
    countryCode: address?.countryCodeV2 ?? null,
    provinceCode: address?.provinceCode ?? null,
  };
}
