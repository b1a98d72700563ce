/** What a spreadsheet reads as a formula, also behind the wide forms of these signs (source: OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * One cell: always quoted, and with an apostrophe before what a spreadsheet would carry out, so that it is shown as text.
 * Directional marks and line breaks stay what they are, inside the quotes.
 */
function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** @returns one line of CSV (RFC 4180), with its line break */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(",")}\r\n`;
