// Proves the audit log of every workspace. Exit codes: 0 whole, 1 broken (each first broken entry is named), 2 it could not be looked at.
import fs from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import type { ChainHead } from "@/lib/db/audit-chain";
import { closeDatabase } from "@/lib/db/client";
import { verifyActivity } from "@/lib/db/verify-activity";
import type { BrokenAt } from "@/lib/db/verify-chain";
import { installation } from "@/lib/installation";
import { adoptInstallation } from "./lib/operator.mjs";

const USAGE = "Usage: npm run audit:verify [-- --heads FILE]";

const headSchema = z.object({
  workspaceId: z.string(),
  seq: z.number().int().positive(),
  hash: z.string(),
  seal: z.string(),
});

function readHeads(file: string | undefined): ChainHead[] {
  if (file === undefined || !fs.existsSync(file)) return [];
  return z.array(headSchema).parse(JSON.parse(fs.readFileSync(file, "utf8")));
}

/** What it means, for whoever is on call. */
const WORDS: Record<BrokenAt["fault"], string> = {
  no_chain: "has no audit log: it was emptied",
  older_entries_changed: "entries older than the chain were changed, added or deleted",
  gap: "entries before this one are missing",
  not_linked: "does not follow the entry before it: one of the two was moved or replaced",
  edited: "was changed after it was written",
  seal_differs:
    "is not sealed by this installation: the log was written anew from here, or NIGHTPOST_SIGNING_KEY is another",
  cut_off: "the end was cut off here",
  head_differs: "the recorded end is another entry",
  kept_head_differs: "is not the entry that was here when its head was kept",
  cut_off_since_kept: "entries that were here when its head was kept are gone",
  kept_head_forged: "the kept head is not sealed by this installation",
};

async function main(): Promise<0 | 1> {
  const { values } = parseArgs({ options: { heads: { type: "string" } } });
  adoptInstallation();
  const { entries, heads, broken } = await verifyActivity(installation().signingKey, readHeads(values.heads));
  for (const { workspaceId, fault, seq, entryId } of broken)
    console.error(
      `BROKEN  workspace ${workspaceId}, entry ${seq ?? "-"}${entryId ? ` (${entryId})` : ""}: ${WORDS[fault]}`,
    );
  if (broken.length > 0) return 1;
  console.log(`whole: ${entries} entries in ${heads.length} workspaces`);
  if (values.heads !== undefined) {
    fs.writeFileSync(values.heads, `${JSON.stringify(heads, null, 2)}\n`);
    console.log(`heads kept in ${values.heads}: take the file off this machine, and give it to the next check`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : "Unreadable"}\n${USAGE}`);
  process.exitCode = 2;
}
await closeDatabase();
