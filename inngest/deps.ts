/** Counts by name, as the engine shows them. Never a record, an address or a name. */
export type Counts = Record<string, number>;

/** What a leg came to. All of it is stored by the engine: no personal data. */
export type LegResult =
  | { state: "done"; runId: string; outcome: string; counts: Counts }
  /** `wakeAt` ISO 8601; one that is not in the future asks for the next leg at once. */
  | { state: "wake"; runId: string; wakeAt: string; counts: Counts };

export interface LegInput {
  runId: string;
  /** Id of the event that drives the run. A leg of another driver returns `done` and changes nothing. */
  driver: string;
  /** Leave out for the runner's own 45 s. */
  deadlineMs?: number;
}

/** What the thin functions need; lib/composition.ts fulfils it. Exceptions are bugs or crashes, never outcomes. */
export interface FunctionDeps {
  /** The dispatcher's minute: claims due syncs, writes and announces runs, announces orphans again. `announced`: run ids. */
  dispatch(): Promise<{ created: number; announced: string[] }>;
  /** Stores that the scheduler ticked, for the health check, and pings the operator's dead-man's switch. */
  recordTick(): Promise<void>;
  runLeg(input: LegInput): Promise<LegResult>;
  /** Announces the run again, with a new driver. */
  continueAs(runId: string): Promise<void>;
  /** Closes dead runs. */
  reap(): Promise<Counts>;
  /** The hour's watches: judges every published sync, opens and resolves findings. */
  watch(): Promise<Counts>;
  /** The outbox: writes reminders, escalates, sends what waits. */
  deliverAlerts(): Promise<Counts>;
  /** What connections need beside runs: their webhooks checked and mended, compliance requests carried out. */
  care(): Promise<Counts>;
  /** Retention of the ledger, previews, expired secrets. */
  prune(): Promise<Counts>;
  /** Marks sweeps due; the next scheduled run of each sync carries its own. */
  markSweeps(which: "daily" | "weekly"): Promise<Counts>;
}

/** What the worker process needs beside. */
export interface EngineDeps extends FunctionDeps {
  /**
   * Hears announcements (Postgres channel `nightpost_run`). Where several workers listen, only the one that took the run's row
   * may be called back. An announcement that is missed is made again by the dispatcher.
   * @returns stops listening
   */
  listen(onRun: (runId: string, driver: string) => void): Promise<() => Promise<void>>;
  /** Hears that notices were queued (Postgres channel `nightpost_alert`); several at once may be told as one. @returns stops listening */
  listenForAlerts(onAlert: (alertId: string) => void): Promise<() => Promise<void>>;
  /** Closes the connections; nothing is called afterwards. */
  close(): Promise<void>;
}
