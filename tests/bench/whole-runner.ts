import { randomBytes } from "node:crypto";
import { createRunnerPorts } from "@/lib/composition";
import { type Database, inWorkspace, openDatabase } from "@/lib/db/client";
import { announce, requestRun } from "@/lib/db/run-requests";
import { masterKeyFrom } from "@/lib/db/workspace-keys";
import type { Installation } from "@/lib/installation";
import { runLeg } from "@/lib/runner/leg";
import type { RunnerPorts } from "@/lib/runner/ports";
import { TIMING } from "@/lib/runner/timing";
import { createSandboxControl } from "@/lib/sandbox/client";
import { publishRule } from "../support/publish-rule";
import { type ChunkCount, countStatements, type StatementCount } from "./count-statements";
import { type Figures, measure } from "./meter";
import type { Places } from "./places";
import { RULE } from "./population";

export interface RunFigures extends Figures {
  state: string;
  verdict: string | null;
  taken: number;
  delivered: number;
  /** All statements of the run, walk and lease included. */
  statements: number;
  chunks: ChunkCount[];
}

export interface RunnerFigures {
  first: RunFigures;
  quiet: RunFigures;
  /** A run after so many customers were edited: one chunk of that size. */
  edits: { edited: number; run: RunFigures }[];
}

/** Chunks of these sizes are counted; each edit includes the ones before, which the next walk meets again. */
const CHUNK_SIZES = [1, 10, 50];

/** Publishes the rule in a fresh database and runs the whole runner: everyone, nobody, then small numbers. */
export async function runWholeRunner(places: Places, records: number): Promise<RunnerFigures> {
  const db = openDatabase(places.databaseUrl, { connections: 10 });
  try {
    const here = demoInstallation(places.apiUrl);
    const sync = await publishRule(db, here, RULE);
    const { ports, count } = countStatements(createRunnerPorts(db, here), db);
    const once = () => measureRun(ports, count, db, sync);
    const first = await once();
    const quiet = await once();
    const edits = [];
    const sizes = CHUNK_SIZES.filter((size) => size <= records);
    for (const edited of sizes) {
      await editCustomers(places, edited);
      edits.push({ edited, run: await once() });
    }
    return { first, quiet, edits };
  } finally {
    await db.$client.end();
  }
}

const demoInstallation = (sandboxApiUrl: string): Installation => ({
  isDemo: true,
  master: masterKeyFrom(randomBytes(32).toString("base64")),
  signingKey: randomBytes(32),
  policy: { allowLoopback: true, sandboxApiUrl },
  timeScale: 1,
  mailer: null,
  timing: TIMING,
});

async function editCustomers({ controlUrl, controlSecret: secret }: Places, count: number): Promise<void> {
  const { shopify } = createSandboxControl({ controlUrl, secret });
  const { customers } = await shopify.truth();
  for (const { id } of customers.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(0, count))
    await shopify.editCustomer(id, { firstName: `Edited with ${count}` });
}

async function measureRun(
  ports: RunnerPorts,
  count: StatementCount,
  db: Database,
  sync: { workspaceId: string; syncId: string },
): Promise<RunFigures> {
  count.take();
  const { figures, value: runId } = await measure(() => driveRun(ports, db, sync));
  const { statements, chunks } = count.take();
  return { ...figures, statements, chunks, ...(await endOf(db, sync.workspaceId, runId)) };
}

/** A scheduled run from request to end, as the engine drives one: a leg, a sleep until `wakeAtMs`, the next leg. */
async function driveRun(
  ports: RunnerPorts,
  db: Database,
  { workspaceId, syncId }: { workspaceId: string; syncId: string },
): Promise<string> {
  const { runId } = await inWorkspace(
    workspaceId,
    (tx) => requestRun(tx, { syncId, lane: "scheduled", kind: "ordinary", requestedBy: "schedule" }),
    db,
  );
  const driver = await announce(workspaceId, runId, db);
  if (driver === null) throw new Error(`run ${runId} cannot be announced`);
  for (;;) {
    const leg = await runLeg(ports, { runId, driver });
    if (leg.kind === "done") return runId;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, leg.wakeAtMs - Date.now())));
  }
}

type RunEnd = Pick<RunFigures, "state" | "verdict" | "taken" | "delivered">;

function endOf(db: Database, workspaceId: string, runId: string): Promise<RunEnd> {
  return inWorkspace(
    workspaceId,
    async ({ raw }) => {
      const [row] = await raw<RunEnd[]>`
        select r.state, r.verdict, coalesce(sum(b.taken), 0)::int as taken, coalesce(sum(b.delivered), 0)::int as delivered
        from runs r left join batches b on b.run_id = r.id where r.id = ${runId} group by r.id`;
      if (!row) throw new Error(`no run ${runId}`);
      return row;
    },
    db,
  );
}
