import type { MassChange } from "../syncs/mass-change";
import type { RunView } from "./run-view";
import type { RunRow } from "./select-run-lines";

/** A run with its sync, publication and use, as `sql` gives it. */
export type RunHeadRow = RunRow & {
  sync_id: string;
  sync_name: string;
  sync_state: RunView["syncState"];
  number: number;
  digest: string;
  caps: unknown;
  wake_at_ms: number | null;
  failed_attempts: number;
  second_look: boolean;
  from_ms: number | null;
  resend: boolean;
  cancel_requested_at_ms: number | null;
  used_calls: number;
  used_created: number;
  used_written: number;
  backlog: number;
  working_run_id: string | null;
  mass_change: MassChange | null;
};
