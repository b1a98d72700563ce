import { type CsvError, parse } from "csv-parse/sync";

/** A record of the file with the line it begins on, or why that line could not be read. */
export type ExportRecord = { line: number; fields: string[] } | { line: number; problem: string };

const LINE_FEED = 10;

/** Ends a pass of the parser at a record that is not what it seems; the next pass begins one line further on. */
class Suspect extends Error {}

/**
 * Splits a CSV file into records. A quote that never closes would swallow every row behind it, and a stray one can glue two rows
 * together: so a record that fails, or spans lines with the wrong number of columns, costs only its first line.
 * Blank lines are no records.
 */
export function readRecords(bytes: Buffer): ExportRecord[] {
  const records: ExportRecord[] = [];
  let start = 0;
  let line = 1;
  let columns: number | undefined;

  /** `end` is behind the line break. */
  function take(fields: string[], end: number): void {
    columns ??= fields.length;
    const breaks = countBreaks(bytes, start, end);
    const breaksInside = bytes[end - 1] === LINE_FEED ? breaks - 1 : breaks;
    if (breaksInside > 0 && fields.length !== columns) throw new Suspect();
    if (fields.length > 1 || fields[0] !== "") records.push({ line, fields });
    start = end;
    line += breaks;
  }

  while (start < bytes.length) {
    const passStart = start;
    const failure = runPass(bytes.subarray(passStart), (fields, end) => take(fields, passStart + end));
    if (failure === undefined) break;
    records.push({ line, problem: failure });
    const lineEnd = bytes.indexOf(LINE_FEED, start);
    start = lineEnd === -1 ? bytes.length : lineEnd + 1;
    line += 1;
  }
  return records;
}

/** @returns why the pass ended early, or undefined at the end of the bytes */
function runPass(bytes: Buffer, take: (fields: string[], end: number) => void): string | undefined {
  try {
    parse(bytes, {
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n"],
      on_record: (fields: string[], { bytes: end }) => {
        take(fields, end);
        return null;
      },
    });
    return undefined;
  } catch (error) {
    if (error instanceof Suspect) return "quotes that do not match make it run into the lines below";
    return explain(error);
  }
}

function explain(error: unknown): string {
  switch ((error as Partial<CsvError>).code) {
    case "CSV_QUOTE_NOT_CLOSED":
      return "a quote is opened and never closed";
    case "CSV_INVALID_CLOSING_QUOTE":
    case "INVALID_OPENING_QUOTE":
      return "a quote stands where none may be";
    default:
      throw error;
  }
}

function countBreaks(bytes: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = bytes.indexOf(LINE_FEED, from); at !== -1 && at < to; at = bytes.indexOf(LINE_FEED, at + 1))
    breaks += 1;
  return breaks;
}
