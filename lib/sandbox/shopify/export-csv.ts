import type { CustomerInput } from "@/lib/sandbox/shopify/customer";
import { type ExportRecord, readRecords } from "@/lib/sandbox/shopify/export-records";
import { type RowNote, readRow } from "@/lib/sandbox/shopify/export-row";

/** A row that was not loaded: where it begins in the file, and why not. Never what it says. */
export interface BadRow {
  line: number;
  reason: string;
}

/** `rowsRead` is always `customers.length + badRows.length`. */
export interface ExportContent {
  rowsRead: number;
  customers: (CustomerInput & { id: string })[];
  badRows: BadRow[];
  notes: Record<RowNote, number>;
}

/** `unusable`: the file is no customer export at all, and nothing of it may be loaded. */
export type ExportOutcome = { kind: "content"; content: ExportContent } | { kind: "unusable"; reason: string };

const REQUIRED = ["Customer ID", "First Name", "Last Name", "Email", "Accepts Email Marketing"] as const;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads Shopify's customer export (CSV, UTF-8). Bad rows are listed, the rest is read.
 * @param consentTime what the yes-rows get as the time of their consent, `2026-01-31T00:00:00Z`; the export does not hold it
 */
export function readExport(bytes: Buffer, consentTime: string | null): ExportOutcome {
  const unusable = (reason: string): ExportOutcome => ({ kind: "unusable", reason });
  const problem = refuseBytes(bytes);
  if (problem) return unusable(problem);
  const [header, ...records] = readRecords(withoutMark(bytes));
  if (!header || "problem" in header) return unusable("The first line is no line of column names.");
  const names = header.fields.map((name) => name.trim());
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0)
    return unusable(`This is no customer export of Shopify: it has no column ${missing.join(", ")}.`);
  const twice = names.find((name, index) => name !== "" && names.indexOf(name) !== index);
  if (twice !== undefined) return unusable(`The column ${twice} is there twice, and nobody can tell which one counts.`);
  return { kind: "content", content: readRows(names, records, consentTime) };
}

function refuseBytes(bytes: Buffer): string | undefined {
  if (withoutMark(bytes).toString("utf8").trim() === "") return "The file is empty.";
  if (bytes.includes(0)) return "The file is binary (or not in UTF-8), not a CSV file.";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    return "The file is not in UTF-8. Export it again as plain CSV, or save it as CSV UTF-8.";
  }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
}

function readRows(
  names: readonly string[],
  records: readonly ExportRecord[],
  consentTime: string | null,
): ExportContent {
  const content: ExportContent = {
    rowsRead: records.length,
    customers: [],
    badRows: [],
    notes: { "address-trimmed": 0, "address-malformed": 0, "phone-unreadable": 0, "no-address": 0 },
  };
  const lineOfId = new Map<string, number>();
  for (const record of records) {
    const reason = readRecord(record);
    if (reason !== undefined) content.badRows.push({ line: record.line, reason });
  }
  return content;

  function readRecord(record: ExportRecord): string | undefined {
    if ("problem" in record) return record.problem;
    const { fields, line } = record;
    if (fields.length !== names.length) return `it has ${fields.length} columns where ${names.length} were expected`;
    const outcome = readRow(new Map(names.map((name, index) => [name, fields[index] ?? ""])), consentTime);
    if ("problem" in outcome) return outcome.problem;
    const firstLine = lineOfId.get(outcome.customer.id);
    if (firstLine !== undefined) return `its customer id is already on line ${firstLine}`;
    lineOfId.set(outcome.customer.id, line);
    content.customers.push(outcome.customer);
    for (const note of outcome.notes) content.notes[note] += 1;
    return undefined;
  }
}
