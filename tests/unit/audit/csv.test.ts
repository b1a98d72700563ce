import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "@/lib/kernel/csv";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1", "＋1", "－1", "＠x", '=HYPERLINK("http://x","y")'])(
  "a cell that begins like %j is text to a spreadsheet",
  (payload) => {
    expect(csvLine([payload])).toBe(`"'${payload.replaceAll('"', '""')}"\r\n`);
  },
);

test("what a cell says is read back as it was, whatever it holds, and begins with nothing that is carried out", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }), (cells) => {
      const [read = []] = parse(csvLine(cells), { relax_column_count: true }) as string[][];
      expect(read.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells);
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }),
    { numRuns: 50 },
  );
});

test("line breaks and directional marks stay inside their cell", () => {
  const name = "Eve\r\n=cmd|'/c calc'!A1\u202Egnp.exe";
  expect(parse(csvLine([name, "next"]))).toEqual([[name, "next"]]);
});
