import { sql } from "drizzle-orm";
import { z } from "zod";
import { ok } from "@/lib/kernel/result";
import { defineUseCase } from "../define-use-case";
import type { RunLine } from "./run-view";
import { selectRunLines } from "./select-run-lines";

export const RUN_FILTERS = ["all", "working", "succeeded", "failed", "other"] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

const STATES: Record<Exclude<RunFilter, "all">, readonly string[]> = {
  working: ["queued", "running", "waiting"],
  succeeded: ["succeeded"],
  failed: ["failed", "crashed"],
  other: ["collided", "stopped", "capped", "cancelled"],
};

const PAGE = 20;

/** `<requested at, epoch ms>_<run id>`: the last run of the page before. */
const cursorSchema = z
  .string()
  .regex(/^\d{1,15}_[0-9a-f-]{36}$/)
  .transform((text) => {
    const [atMs = "", id = ""] = text.split("_");
    return { atMs: Number(atMs), id };
  });

export const listRunsInput = z.strictObject({
  syncId: z.uuid(),
  filter: z.enum(RUN_FILTERS).catch("all"),
  /** One that cannot be read begins at the newest. */
  before: cursorSchema.optional().catch(undefined),
});

/** The history of a sync, newest first, a page at a time. @returns a cursor for the next page, null at the end */
export const listRuns = defineUseCase({
  role: "viewer",
  input: listRunsInput,
  run: async (tx, _context, { syncId, filter, before }) => {
    const states = filter === "all" ? null : JSON.stringify(STATES[filter]);
    const lines = await selectRunLines(
      tx,
      sql`where r.sync_id = ${syncId}
        ${states === null ? sql`` : sql`and r.state in (select jsonb_array_elements_text(${states}::text::jsonb))`}
        ${before ? sql`and (r.requested_at, r.id) < (at_ms(${before.atMs}), ${before.id}::uuid)` : sql``}
      order by r.requested_at desc, r.id desc limit ${PAGE + 1}`,
    );
    const runs = lines.slice(0, PAGE);
    const last = runs.at(-1);
    return ok({ runs, next: lines.length > PAGE && last ? cursorOf(last) : null });
  },
});

const cursorOf = (run: RunLine) => `${run.requestedAtMs}_${run.id}`;
