// Loads a customer export of Shopify into the running stand-in. Exit codes: 0 loaded, 1 the stand-in is not there, 2 the input is not usable.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createSandboxControl } from "@/lib/sandbox/client";
import { type ExportContent, readExport } from "@/lib/sandbox/shopify/export-csv";

const USAGE = "Usage: npm run sandbox:load -- FILE [--consent-date YYYY-MM-DD] [--replace]";

/** Ends the command with a message for its reader. */
class Stop extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2,
  ) {
    super(message);
  }
}

interface Arguments {
  file: string;
  /** Null when no date was given: then nobody knows when anybody said yes. */
  consentTime: string | null;
  replace: boolean;
}

function readArguments(): Arguments {
  const parsed = parseOrStop();
  const [file, ...others] = parsed.positionals;
  if (file === undefined || others.length > 0) throw new Stop(USAGE, 2);
  return { file, consentTime: readConsentTime(parsed.values["consent-date"]), replace: parsed.values.replace === true };
}

function parseOrStop() {
  try {
    const options = { "consent-date": { type: "string" }, replace: { type: "boolean", default: false } } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : "Unreadable arguments"}\n${USAGE}`, 2);
  }
}

function readConsentTime(day: string | undefined): string | null {
  if (day === undefined) return null;
  const time = new Date(`${day}T00:00:00Z`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
  if (!isDay) throw new Stop(`${day} is no date like 2026-01-31.`, 2);
  if (time.getTime() > Date.now())
    throw new Stop("Nobody can have consented in the future: --consent-date must not be later than today.", 2);
  return `${day}T00:00:00Z`;
}

function readContent({ file, consentTime }: Arguments): ExportContent {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    throw new Stop(`The file ${file} cannot be read.`, 2);
  }
  const outcome = readExport(bytes, consentTime);
  if (outcome.kind === "unusable") throw new Stop(`${outcome.reason} Nothing was loaded.`, 2);
  return outcome.content;
}

/** Where the running instance's control port is, and what opens it: the environment, else what the instance left in its data folder. */
function findControl(): { controlUrl: string; secret: string } {
  const dir = process.env.NIGHTPOST_DATA_DIR ?? ".data";
  const controlUrl = process.env.SANDBOX_CONTROL_URL ?? readField(path.join(dir, "status.json"), "sandboxControlUrl");
  const secret =
    process.env.SANDBOX_CONTROL_SECRET ?? readField(path.join(dir, "secrets.json"), "SANDBOX_CONTROL_SECRET");
  if (!controlUrl || !secret)
    throw new Stop("No running sandbox was found. Start Nightpost in demo mode first: npm start", 1);
  return { controlUrl, secret };
}

function readField(file: string, field: string): string | undefined {
  if (!fs.existsSync(file)) return undefined;
  const content = JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, unknown>;
  const value = content[field];
  return typeof value === "string" ? value : undefined;
}

async function load(content: ExportContent, replace: boolean): Promise<{ created: number; updated: number }> {
  const { shopify } = createSandboxControl(findControl());
  try {
    return await shopify.importCustomers(content.customers, replace);
  } catch (error) {
    throw new Stop(
      `The sandbox did not take the customers: ${error instanceof Error ? error.message : "unknown reason"}`,
      1,
    );
  }
}

function report(
  content: ExportContent,
  loaded: { created: number; updated: number },
  { consentTime, replace }: Arguments,
): void {
  const { rowsRead, customers, badRows, notes } = content;
  const subscribed = customers.filter(({ email }) => email?.marketingState === "SUBSCRIBED").length;
  const lines = [
    `${rowsRead} rows read = ${customers.length} loaded + ${badRows.length} bad`,
    ...badRows.map(({ line, reason }) => `  line ${line}: ${reason}`),
    `${loaded.created} customers are new, ${loaded.updated} were there before${replace ? "; all others were removed" : ""}`,
    `${notes["no-address"]} have no e-mail address; ${notes["address-malformed"]} have one that is malformed, and ${notes["address-trimmed"]} had spaces around it`,
    `${notes["phone-unreadable"]} phone numbers could not be read; those customers have none`,
    consentTime === null
      ? `${subscribed} say yes to e-mail marketing, but the export does not hold when they did: Nightpost will refuse every one of them. Give --consent-date if the shop can prove it.`
      : `${subscribed} say yes to e-mail marketing, and count as having done so by single opt-in at ${consentTime}`,
  ];
  console.log(lines.join("\n"));
}

try {
  const given = readArguments();
  const content = readContent(given);
  report(content, await load(content, given.replace), given);
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
