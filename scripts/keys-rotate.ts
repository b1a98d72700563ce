// Wraps every workspace's keys by the present master key, and with --data gives each a new data key. Exit codes: 0 done, 1 some were left, 2 not understood.
import { parseArgs } from "node:util";
import { closeDatabase, inWorkspace } from "@/lib/db/client";
import { workspaceIds } from "@/lib/db/system";
import { addDataKey, rewrapWorkspaceKeys } from "@/lib/db/workspace-keys";
import { installation } from "@/lib/installation";
import { adoptInstallation } from "./lib/operator.mjs";

const USAGE = "Usage: NIGHTPOST_MASTER_KEY=new NIGHTPOST_MASTER_KEY_OLD=old npm run keys:rotate [-- --data]";

async function main(): Promise<0 | 1> {
  const { values } = parseArgs({ options: { data: { type: "boolean", default: false } } });
  adoptInstallation();
  const { master } = installation();
  let rewrapped = 0;
  let left = 0;
  for (const workspaceId of await workspaceIds()) {
    try {
      rewrapped += await inWorkspace(workspaceId, async (tx) => {
        const done = await rewrapWorkspaceKeys(tx, master);
        if (values.data) await addDataKey(tx, master);
        return done;
      });
    } catch {
      left++;
      console.error(`LEFT  workspace ${workspaceId}: neither the old nor the new master key opens its keys`);
    }
  }
  console.log(`wrapped anew: ${rewrapped} keys by master key ${master.id}`);
  if (left === 0) console.log("NIGHTPOST_MASTER_KEY_OLD can go: nothing is wrapped by it any more.");
  return left === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`${error instanceof Error ? error.message : "Unreadable"}\n${USAGE}`);
  process.exitCode = 2;
}
await closeDatabase();
