import { parse } from "csv-parse/sync";
import type { CustomerInput, ShopEmail, ShopPhone } from "@/lib/sandbox/shopify/customer";

/** One row by column name. */
export type ExportRow = ReadonlyMap<string, string>;

/** Things worth telling about a row that is loaded all the same. */
export type RowNote = "address-trimmed" | "address-malformed" | "phone-unreadable" | "no-address";

export type RowOutcome = { customer: CustomerInput & { id: string }; notes: RowNote[] } | { problem: string };

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

/**
 * Reads one row of Shopify's customer export. Text stays text, however much it looks like a formula.
 * @param consentTime when the shop's yes-rows said yes; null when nobody can tell, and then it stays unknown
 */
export function readRow(row: ExportRow, consentTime: string | null): RowOutcome {
  const id = unguard(row.get("Customer ID") ?? "").trim();
  if (id === "") return { problem: "the customer id is missing" };
  if (!/^[1-9]\d{0,19}$/.test(id)) return { problem: "the customer id is no number" };
  const emailYes = readYes(row.get("Accepts Email Marketing") ?? "");
  const smsYes = readYes(row.get("Accepts SMS Marketing") ?? "");
  if (emailYes === undefined || smsYes === undefined)
    return { problem: "marketing consent is neither yes, no nor empty" };
  const spent = (row.get("Total Spent") ?? "").trim();
  if (!/^(\d+(\.\d+)?)?$/.test(spent)) return { problem: "the amount spent is no number" };
  const orders = (row.get("Total Orders") ?? "").trim();
  if (!/^\d{0,9}$/.test(orders)) return { problem: "the number of orders is no whole number" };

  const notes: RowNote[] = [];
  const customer = {
    id,
    firstName: textOrNull(row.get("First Name")),
    lastName: textOrNull(row.get("Last Name")),
    email: readEmail(row.get("Email") ?? "", emailYes, consentTime, notes),
    phone: readPhone(row.get("Phone") ?? "", smsYes, consentTime, notes),
    address: readAddress(row),
    tags: readTags(row.get("Tags") ?? ""),
    numberOfOrders: Number(orders),
    amountSpent: { amount: spent === "" ? "0.0" : spent, currencyCode: "EUR" },
    note: textOrNull(row.get("Note")),
  };
  return { customer, notes };
}

/** Spreadsheets keep `+55…` from becoming a number by an apostrophe in front. */
function unguard(text: string): string {
  return text.replace(/^'/, "");
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function readYes(text: string): boolean | undefined {
  const answer = text.trim().toLowerCase();
  if (answer === "yes") return true;
  return answer === "no" || answer === "" ? false : undefined;
}

function readEmail(text: string, yes: boolean, consentTime: string | null, notes: RowNote[]): ShopEmail | null {
  const address = text.trim();
  if (address === "") {
    notes.push("no-address");
    return null;
  }
  if (address !== text) notes.push("address-trimmed");
  const validFormat = ADDRESS.test(address);
  if (!validFormat) {
    notes.push("address-malformed");
    return { address, marketingState: "INVALID", marketingOptInLevel: null, marketingUpdatedAt: null, validFormat };
  }
  return { address, ...consent(yes, consentTime), validFormat };
}

function readPhone(text: string, yes: boolean, consentTime: string | null, notes: RowNote[]): ShopPhone | null {
  const written = unguard(text).trim();
  if (written === "") return null;
  const number = written.replace(/[\s().-]/g, "").replace(/^00/, "+");
  if (!/^\+\d{7,15}$/.test(number)) {
    notes.push("phone-unreadable");
    return null;
  }
  return { number, ...consent(yes, consentTime), marketingCollectedFrom: null };
}

/** The export says neither when nor how; given a time, the weakest level that a yes can have. */
function consent(yes: boolean, consentTime: string | null) {
  return {
    marketingState: yes ? "SUBSCRIBED" : "NOT_SUBSCRIBED",
    marketingOptInLevel: yes && consentTime !== null ? "SINGLE_OPT_IN" : null,
    marketingUpdatedAt: yes ? consentTime : null,
  };
}

function readAddress(row: ExportRow): CustomerInput["address"] {
  const countryCode = textOrNull(row.get("Default Address Country Code"));
  const provinceCode = textOrNull(row.get("Default Address Province Code"));
  return countryCode === null && provinceCode === null ? null : { countryCode, provinceCode };
}

/** `newsletter, vip` is two tags; `"wholesale, b2b"`, in quotes of its own, is one. */
function readTags(text: string): string[] {
  if (text.trim() === "") return [];
  const [tags = []] = parse(text, { trim: true, relax_quotes: true, record_delimiter: "\u0000" }) as string[][];
  return tags.filter((tag) => tag !== "");
}
