import { describe, expect, it } from "vitest";
import { type ExportContent, readExport } from "@/lib/sandbox/shopify/export-csv";

const COLUMNS =
  "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Country Code,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tags";

/** An export with these rows below the usual columns. */
function read(
  rows: string,
  { columns = COLUMNS, consentTime = null as string | null, mark = "", newline = "\n" } = {},
): ExportContent {
  const outcome = readExport(Buffer.from(`${mark}${columns}${newline}${rows}`), consentTime);
  if (outcome.kind !== "content") throw new Error(outcome.reason);
  expect(outcome.content.rowsRead).toBe(outcome.content.customers.length + outcome.content.badRows.length);
  return outcome.content;
}

const row = (id: number, more = "Ann,Lee,ann@example.com,no,,,,,,,") => `${id},${more}`;
const only = (content: ExportContent) => {
  expect(content.badRows).toEqual([]);
  expect(content.customers).toHaveLength(1);
  return content.customers[0];
};

describe("rows that are loaded", () => {
  it("takes a byte-order mark and CRLF", () => {
    const content = read(`${row(1)}\r\n${row(2)}\r\n`, { mark: "\uFEFF", newline: "\r\n" });
    expect(content.customers.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("keeps quotes, commas and line breaks inside fields, and formulas as text", () => {
    const customer = only(
      read('1,"=HYPERLINK(""x"")","O""Brien, Jr.",ann@example.com,no,,,,,,"line one\r\nline two",'),
    );
    expect(customer).toMatchObject({
      firstName: '=HYPERLINK("x")',
      lastName: 'O"Brien, Jr.',
      note: "line one\r\nline two",
    });
  });

  it("strips the apostrophe that guards phones and ids, and writes phones in one form", () => {
    const phones = ["'+5511987654004", "+1 (555) 010-0099", "0044 7700 900175"].map((phone) =>
      only(read(`'7,A,B,a@example.com,no,,${phone},no,,,,`)),
    );
    expect(phones.map((customer) => [customer?.id, customer?.phone?.number])).toEqual([
      ["7", "+5511987654004"],
      ["7", "+15550100099"],
      ["7", "+447700900175"],
    ]);
  });

  it("drops a phone that is none, and says so", () => {
    const content = read("1,A,B,a@example.com,no,,not a phone,yes,,,,");
    expect(only(content)?.phone).toBeNull();
    expect(content.notes["phone-unreadable"]).toBe(1);
  });

  it("keeps an address as written but for spaces around it; a malformed one is INVALID whatever the row says", () => {
    const content = read(
      "1,A,B, SHOPPER@Example.COM ,yes,,,,,,,\n2,A,B,x@@example.com,yes,,,,,,,\n3,A,B,,yes,,,,,,,\n4,A,B,a@bücher.example,yes,,,,,,,",
    );
    expect(
      content.customers.map(({ email }) => email && [email.address, email.marketingState, email.validFormat]),
    ).toEqual([
      ["SHOPPER@Example.COM", "SUBSCRIBED", true],
      ["x@@example.com", "INVALID", false],
      null,
      ["a@bücher.example", "SUBSCRIBED", true],
    ]);
    expect(content.notes).toEqual({
      "address-trimmed": 1,
      "address-malformed": 1,
      "phone-unreadable": 0,
      "no-address": 1,
    });
  });

  it("knows yes in any case, and knows no time of consent unless it is given one", () => {
    const rows = "1,A,B,a@example.com,YES,,,,,,,\n2,A,B,b@example.com,no,,,,,,,\n3,A,B,c@example.com,,,,,,,,";
    const consents = (consentTime: string | null) =>
      read(rows, { consentTime }).customers.map(({ email }) => [
        email?.marketingState,
        email?.marketingOptInLevel,
        email?.marketingUpdatedAt,
      ]);
    const no = ["NOT_SUBSCRIBED", null, null];
    expect(consents(null)).toEqual([["SUBSCRIBED", null, null], no, no]);
    expect(consents("2026-01-31T00:00:00Z")).toEqual([["SUBSCRIBED", "SINGLE_OPT_IN", "2026-01-31T00:00:00Z"], no, no]);
  });

  it("splits tags at commas, except inside quotes of their own", () => {
    const tags = ['"newsletter, vip"', '"""wholesale, b2b"""', '"tag with spaces, été, 祝"', "vip", ""].map(
      (text) => only(read(`1,A,B,,no,,,,,,,${text}`))?.tags,
    );
    expect(tags).toEqual([["newsletter", "vip"], ["wholesale, b2b"], ["tag with spaces", "été", "祝"], ["vip"], []]);
  });

  it("keeps ids beyond 2^53 digit for digit, and skips blank lines without counting them", () => {
    const content = read(`${row(1).replace("1", "9007199254740993")}\n\n\n${row(2)}\n\n`);
    expect(content.customers.map(({ id }) => id)).toEqual(["9007199254740993", "2"]);
  });
});

describe("rows that are bad", () => {
  const reasons = (content: ExportContent) => content.badRows.map(({ line, reason }) => [line, reason]);

  it("lists rows with too few or too many columns by line; the rest loads", () => {
    const content = read(`${row(1)}\n2,Short\n3,"two\nlines",B,,no,,,,,,,\n${row(4)},x,x\n${row(5)}`);
    expect(reasons(content)).toEqual([
      [3, "it has 2 columns where 12 were expected"],
      [6, "it has 14 columns where 12 were expected"],
    ]);
    expect(content.customers.map(({ id }) => id)).toEqual(["1", "3", "5"]);
  });

  it.each([
    ["never closes", '2,"Ann,Lee,,no,,,,,,,', "a quote is opened and never closed"],
    ["closes in the middle of a field", '2,"An"n,Lee,,no,,,,,,,', "a quote stands where none may be"],
    ["opens in the middle of a field", '2,An"n,Lee,,no,,,,,,,', "a quote stands where none may be"],
  ])("a quote that %s costs its own row only", (_, broken, reason) => {
    const content = read(`${row(1)}\r\n${broken}\r\n${row(3)}\r\n${row(4)}\r\n`);
    expect(reasons(content)).toEqual([[3, reason]]);
    expect(content.customers.map(({ id }) => id)).toEqual(["1", "3", "4"]);
  });

  it("a quote that never closes does not swallow quoted rows below it", () => {
    const content = read(`2,"Ann,Lee,,no,,,,,,,\n3,"Bo, B",B,,no,,,,,,,\n4,C,"",,no,,,,,,,\n${row(5)}`);
    expect(content.badRows.map(({ line }) => line)).toEqual([2]);
    expect(content.customers.map(({ id }) => id)).toEqual(["3", "4", "5"]);
  });

  it.each([
    [row(1).replace("1", ""), "the customer id is missing"],
    [row(1).replace("1", "abc"), "the customer id is no number"],
    ["1,A,B,a@example.com,maybe,,,,,,,", "marketing consent is neither yes, no nor empty"],
    ['1,A,B,a@example.com,yes,,,,"1.234,56",,,', "the amount spent is no number"],
    ["1,A,B,a@example.com,yes,,,,,1.5,,", "the number of orders is no whole number"],
  ])("%s", (text, reason) => {
    expect(reasons(read(`${text}\n${row(9)}`))).toEqual([[2, reason]]);
  });

  it("takes the first of two rows with one id, and says on which line it was", () => {
    const content = read(`${row(1)}\n${row(2)}\n${row(1)}`);
    expect(reasons(content)).toEqual([[4, "its customer id is already on line 2"]]);
  });

  it("never repeats what a bad row says", () => {
    const content = read("1,Ann,Lee,secret@example.com,perhaps,,,,,,,\n2,secret@example.com");
    expect(JSON.stringify(content.badRows)).not.toContain("secret");
  });
});

describe("files that are no export", () => {
  it.each([
    ["empty", "", "empty"],
    ["only a byte-order mark and blank lines", "\uFEFF\r\n\r\n", "empty"],
    ["JSON", '{"customers":[{"id":1}]}', "no line of column names"],
    ["pretty JSON", '{\n  "customers": [\n    1\n  ]\n}', "no customer export"],
    ["another CSV", "Order,Total\n1,2\n", "no column Customer ID"],
    ["semicolons", COLUMNS.replaceAll(",", ";"), "no column Customer ID"],
    ["a column twice", `${COLUMNS},Email\n`, "twice"],
    ["binary", "PK\u0003\u0004\u0000\u0000", "binary"],
  ])("%s", (_, text, reason) => {
    const outcome = readExport(Buffer.from(text), null);
    expect(outcome.kind === "unusable" && outcome.reason).toContain(reason);
  });

  it("Latin-1", () => {
    const outcome = readExport(Buffer.from(`${COLUMNS}\n1,Zo\u00EB`, "latin1"), null);
    expect(outcome.kind === "unusable" && outcome.reason).toContain("UTF-8");
  });

  it("an export without rows is an export", () => {
    expect(read("")).toMatchObject({ rowsRead: 0, customers: [], badRows: [] });
  });
});
