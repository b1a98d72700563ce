import { expect, test } from "vitest";
import { readSearch } from "@/lib/use-cases/records/read-search";

const id = (recordId: string) => ({ by: "id", recordId });
const address = (text: string) => ({ by: "address", address: text });

test.each([
  ["7000000000001", id("7000000000001")],
  ["  #7000000000001 ", id("7000000000001")],
  ["gid://shopify/Customer/42", id("42")],
  ["https://admin.shopify.com/store/night/customers/42?tab=orders", id("42")],
  ["https://night.myshopify.com/admin/customers/42", id("42")],
  ["Ada@Example.COM", address("ada@example.com")],
  ["日本@例え.jp", address("日本@xn--r8jz45g.jp")],
  ["Ada Lovelace", null],
  ["https://admin.shopify.com/store/night/orders/42", null],
  ["123456789012345678901", null],
  ["", null],
])("%j is understood as %j", (text, search) => {
  expect(readSearch(text)).toEqual(search);
});
