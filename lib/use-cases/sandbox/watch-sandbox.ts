import { ok, type Result } from "@/lib/kernel/result";
import { DEMO_API_KEY } from "@/lib/sandbox/brevo/stand-in";
import type { StandInControl } from "@/lib/sandbox/client";
import type { JournalEntry, ScheduledFault } from "@/lib/sandbox/contract";
import { DEMO_ACCESS_TOKEN } from "@/lib/sandbox/shopify/tokens";
import type { Context } from "../context";
import type { UseCaseError } from "../errors";
import { askSandbox } from "./ask-sandbox";
import type { Side } from "./faults";

const LINES = 40;

/** One call as a stand-in saw it, without its body. */
export interface JournalLine extends Omit<JournalEntry, "body"> {
  side: Side;
}

export type ActiveFault = ScheduledFault & { side: Side };

/** What changes in the stand-ins while one watches. */
export interface SandboxWatch {
  /** Latest first. */
  lines: JournalLine[];
  faults: ActiveFault[];
  token: "live" | "expired" | "revoked";
  key: "valid" | "expired" | "revoked";
  /** Whether Brevo refuses calls from our address. */
  addressRefused: boolean;
}

/** The latest calls to both stand-ins, the faults that wait, and whether the demo's secrets are good. */
export async function watchSandbox(context: Context): Promise<Result<SandboxWatch, UseCaseError>> {
  const asked = await askSandbox(context, "viewer", ({ shop, account }) =>
    Promise.all([
      readLatest(shop),
      readLatest(account),
      shop.faults(),
      account.faults(),
      shop.tokens(),
      account.settings(),
    ]),
  );
  if (!asked.ok) return asked;
  const [shopLines, accountLines, shopFaults, accountFaults, tokens, settings] = asked.value;
  const lines = [...linesOf("shopify", shopLines), ...linesOf("brevo", accountLines)];
  return ok({
    lines: lines.sort((left, right) => right.at.localeCompare(left.at) || right.seq - left.seq).slice(0, LINES),
    faults: [
      ...shopFaults.map((fault) => ({ ...fault, side: "shopify" as const })),
      ...accountFaults.map((fault) => ({ ...fault, side: "brevo" as const })),
    ],
    token: tokens.find(({ token }) => token === DEMO_ACCESS_TOKEN)?.state ?? "revoked",
    key: settings.keys[DEMO_API_KEY] ?? "revoked",
    addressRefused: settings.refusedIp !== null,
  });
}

async function readLatest(control: StandInControl): Promise<JournalEntry[]> {
  const { lastSeq } = await control.journal(0, 1);
  return (await control.journal(Math.max(0, lastSeq - LINES), LINES)).entries;
}

const linesOf = (side: Side, entries: readonly JournalEntry[]): JournalLine[] =>
  entries.map(({ body: _, ...line }) => ({ ...line, side }));
