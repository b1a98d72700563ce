import { randomUUID } from "node:crypto";
import { publicationDigest, signDigest } from "@/lib/rules/publication";
import type { MemoryRun } from "../../support/world/memory-state";
import { ENDS } from "../../support/world/world";
import type { SimulatedPublication, SimulatedWorld } from "../world";
import type { IdMap } from "./id-map";
import { KEY } from "./mint-twin";
import type { VirtualDatabase } from "./virtual-database";

/** One thing to be done in Postgres as well. */
type Act = () => Promise<unknown>;

/** What people, the engine and the dispatcher do to the stored state without the runner's stores: found by comparing, and done in Postgres too. */
export class Outside {
  private sync = "";
  private connections = "";
  private readonly runs = new Map<string, string>();
  private readonly published = new Set<string>();

  constructor(
    private readonly world: SimulatedWorld,
    private readonly database: VirtualDatabase,
    private readonly ids: IdMap,
  ) {}

  /** What has happened since `accept` was last called. */
  changes(): Act[] {
    const { state, publications } = this.world;
    const acts: Act[] = [];
    for (const publication of publications.values())
      if (!this.published.has(publication.id)) acts.push(this.publish(publication));
    if (JSON.stringify(state.sync) !== this.sync) acts.push(this.setSync());
    if (JSON.stringify(state.connections) !== this.connections) acts.push(this.setConnections());
    for (const run of state.runs.values()) {
      const before = this.runs.get(run.brief.runId);
      if (before === undefined) acts.push(this.request(run));
      else if (before !== driven(run)) acts.push(this.drive(run));
    }
    return acts;
  }

  /** What stands now is in Postgres, or is being done there by its own stores. */
  accept(): void {
    const { state, publications } = this.world;
    for (const id of publications.keys()) this.published.add(id);
    this.sync = JSON.stringify(state.sync);
    this.connections = JSON.stringify(state.connections);
    for (const run of state.runs.values()) this.runs.set(run.brief.runId, driven(run));
  }

  private publish({ id, number, rule }: SimulatedPublication): Act {
    const digest = publicationDigest(rule, ENDS);
    const signature = signDigest(KEY, { syncId: "sync-1", number, digest });
    const publicationId = randomUUID();
    this.ids.bind(id, publicationId);
    const [workspaceId, syncId, ends] = this.ids.toSqlIn(["workspace-1", "sync-1", ENDS] as const);
    return () => this.database.owner`
      insert into publications (id, workspace_id, sync_id, number, rule, ends, digest, signature, published_by)
      values (${publicationId}, ${workspaceId}, ${syncId}, ${number}, ${JSON.stringify(rule)}::text::jsonb,
        ${JSON.stringify(ends)}::text::jsonb, ${digest}, ${signature}, ${randomUUID()})`;
  }

  private setSync(): Act {
    const { state, livePublicationId, changedAtMs, guardShown, guardApproved } = this.world.state.sync;
    return () => this.database.owner`
      update syncs set state = ${state}, live_publication_id = ${this.ids.sql(livePublicationId)}, changed_at = at_ms(${changedAtMs}),
        paused_at = case when ${state} = 'paused' then coalesce(paused_at, clock_timestamp()) end,
        pause_cause = case when ${state} = 'paused' then pause_cause end,
        pause_outage_only = ${state} = 'paused' and pause_outage_only,
        pause_run_ids = case when ${state} = 'paused' then pause_run_ids else '{}' end,
        guard_shown = ${guardShown}, guard_approved = ${guardApproved}
      where id = ${this.ids.sql("sync-1")}`;
  }

  private setConnections(): Act {
    const { source, destination } = this.world.state.connections;
    const named = (usable: boolean) => (usable ? "connected" : "broken");
    return () => this.database.owner`
      update connections set state = case id when ${this.ids.sql(ENDS.source.connectionId)} then ${named(source)} else ${named(destination)} end
      where workspace_id = ${this.ids.sql("workspace-1")}`;
  }

  private request({ brief, requestedAtMs, ...run }: MemoryRun): Act {
    const { runId, lane, kind, fromMs, testRecordIds, resend, sweep, driver } = brief;
    const id = randomUUID();
    this.ids.bind(runId, id);
    const [workspaceId, syncId] = this.ids.toSqlIn(["workspace-1", "sync-1"] as const);
    return () => this.database.owner`
      insert into runs (id, workspace_id, sync_id, lane, kind, publication_id, driver, announced_at, requested_by, requested_at, from_at,
        resend, sweep, test_record_ids, cancel_requested_at)
      values (${id}, ${workspaceId}, ${syncId}, ${lane}, ${kind}, ${this.ids.sql(brief.publication.id)}, ${driver},
        at_ms(${run.announcedAtMs}), 'schedule', at_ms(${requestedAtMs}), at_ms(${fromMs}), ${resend}, ${sweep},
        ${testRecordIds}, case when ${run.cancelRequested}::boolean then clock_timestamp() end)`;
  }

  private drive({ brief, announcedAtMs, cancelRequested }: MemoryRun): Act {
    const { runId, driver } = brief;
    return () => this.database.owner`
      update runs set driver = ${driver}, announced_at = at_ms(${announcedAtMs}),
        cancel_requested_at = case when ${cancelRequested}::boolean then coalesce(cancel_requested_at, clock_timestamp()) end
      where id = ${this.ids.sql(runId)}`;
  }
}

/** What of a run is decided outside the stores. */
const driven = ({ brief, announcedAtMs, cancelRequested }: MemoryRun): string =>
  JSON.stringify([brief.driver, announcedAtMs, cancelRequested]);
