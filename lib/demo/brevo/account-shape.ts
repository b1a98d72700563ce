import type { StoredAttribute, StoredList } from "@/lib/sandbox/brevo/contact";

/** The demo account's lists by what they are for; ORDER_UPDATES is the one that is not marketing. */
export const DEMO_LISTS = {
  NEWSLETTER: { id: 1, name: "Newsletter", folderId: 1 },
  VIP_CUSTOMERS: { id: 2, name: "VIP customers", folderId: 1 },
  ORDER_UPDATES: { id: 3, name: "Order updates", folderId: 2 },
} as const satisfies Record<string, StoredList>;

/** Stored keys of TIER; text keys have `value` 0, as Brevo tells them. */
export const DEMO_TIERS = ["bronze", "silver", "gold"] as const;

const text = (name: string) => ({ name, category: "normal", type: "text" }) as const;
const float = (name: string) => ({ name, category: "normal", type: "float" }) as const;
const date = (name: string) => ({ name, category: "normal", type: "date" }) as const;

/** Built-in attributes first, then what a merchant of this kind would have defined. */
export const DEMO_ATTRIBUTES: readonly StoredAttribute[] = [
  text("FIRSTNAME"),
  text("LASTNAME"),
  text("SMS"),
  text("COUNTRY"),
  text("LANGUAGE"),
  { name: "IS_VIP", category: "normal", type: "boolean" },
  float("TOTAL_SPENT"),
  float("ORDERS_COUNT"),
  date("LAST_ORDER"),
  date("CUSTOMER_SINCE"),
  {
    name: "TIER",
    category: "category",
    type: "text",
    enumeration: DEMO_TIERS.map((key) => ({ value: 0, valueStr: key, label: key[0]?.toUpperCase() + key.slice(1) })),
  },
  text("TAGS"),
];
