import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type ProvenCell, proveTrouble } from "./reading/prove-trouble";
import { TROUBLES } from "./reading/troubles";
import { writeDocument } from "./reading/write-document";

/*
 * `npm run proof:matrix`: strikes a read with every fault at every place where it changes an answer, and writes what became of it to docs/reading-proof.md.
 */

const FILE = "docs/reading-proof.md";
const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const proven: ProvenCell[][] = [];
const began = performance.now();
for (const trouble of TROUBLES) {
  const cells = await proveTrouble(trouble);
  proven.push(cells);
  console.error(`${trouble.id}: ${cells.length} cells, ${Math.round((performance.now() - began) / 1000)} s`);
}
const text = writeDocument(proven);
if (!values.check) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error(`${FILE} is not what the proof shows. Write it anew: npm run proof:matrix`);
  process.exitCode = 1;
}
