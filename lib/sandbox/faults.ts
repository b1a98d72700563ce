import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { KnownFault, ScheduledFault } from "@/lib/sandbox/contract";

const requestSchema = z.strictObject({
  fault: z.string().min(1),
  match: z.string().min(1).optional(),
  skip: z.number().int().min(0).default(0),
  times: z.union([z.number().int().min(1), z.literal("forever")]).default(1),
  delayMs: z.number().int().min(0).max(86_400_000).optional(),
  status: z.number().int().min(400).max(599).optional(),
});

/** What a caller sends to schedule a fault: `skip` defaults to 0, `times` to 1. */
export type FaultRequest = z.input<typeof requestSchema>;

/** The faults that wait for their requests. Held in memory only: a restarted sandbox begins without faults. */
export interface FaultBook {
  list(): ScheduledFault[];
  /** @returns the fault as scheduled, or what is wrong with the request */
  schedule(request: unknown): { fault: ScheduledFault } | { problem: string };
  /** Removes one by id, or all. */
  cancel(id?: string): number;
  strike(call: string): ScheduledFault | null;
}

export function createFaultBook(known: readonly KnownFault[]): FaultBook {
  let scheduled: ScheduledFault[] = [];

  function countDown(fault: ScheduledFault): void {
    if (fault.times === "forever") return;
    fault.times -= 1;
    if (fault.times === 0) scheduled = scheduled.filter((other) => other !== fault);
  }

  return {
    list: () => scheduled.map((fault) => ({ ...fault })),
    schedule(request) {
      const parsed = requestSchema.safeParse(request);
      if (!parsed.success) return { problem: z.prettifyError(parsed.error) };
      if (!known.some(({ fault }) => fault === parsed.data.fault)) {
        return {
          problem: `No such fault: ${parsed.data.fault}. See faults/known.`,
        };
      }
      const fault: ScheduledFault = { id: randomUUID(), ...parsed.data };
      scheduled.push(fault);
      return { fault: { ...fault } };
    },
    cancel(id) {
      const before = scheduled.length;
      scheduled = id === undefined ? [] : scheduled.filter((fault) => fault.id !== id);
      return before - scheduled.length;
    },
    strike(call) {
      let struck: ScheduledFault | null = null;
      for (const fault of [...scheduled]) {
        if (fault.match !== undefined && !call.includes(fault.match)) continue;
        if (fault.skip > 0) {
          fault.skip -= 1;
        } else if (!struck) {
          struck = { ...fault };
          countDown(fault);
        }
      }
      return struck;
    },
  };
}
